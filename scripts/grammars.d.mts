/** File name in lib/platform/grammars → path below node_modules. */
export const GRAMMARS: Readonly<Record<string, string>>
