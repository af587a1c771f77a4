// An answer's rendering as markdown: in a fence, so that text of the repository never becomes markup.

/** @param heading Words of ours, none of the repository's. */
export const fenced = (heading: string, text: string): string => {
  const fence = "`".repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map((run) => run[0].length + 1)))
  return `# ${heading}\n\n${fence}text\n${text}\n${fence}\n`
}
