// The version: what package.json and deno.json state too. A test compares the three.

export const VERSION = "0.1.0"
