/** The version that package.json and deno.json state too; a test compares the three. */
export const VERSION = "0.1.0"
