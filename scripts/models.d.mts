/** File name in lib/platform/models → its SHA-256. */
export const MODELS: Readonly<Record<string, string>>

/** What is wrong with the first one that is not as it was shipped; undefined where all are. */
export const problemWithModels: (folder?: string) => string | undefined
