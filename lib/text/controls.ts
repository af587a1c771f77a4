// Characters that are not seen and act: on a terminal's cursor, or on the order in which what stands around them is shown.
// They are fair characters of a text and of a name; where a text is shown to people, signs stand in their place.

/** Controls but tab, line feed and what ends lines with it, and marks that turn the direction of writing: for a class. */
export const ACTING = "\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069"

/** The sign of a control code; all above ASCII have one in common. */
export const signOf = (code: number): string =>
  code === 0x7f ? "\u2421" : code < 0x20 ? String.fromCharCode(0x2400 + code) : "\ufffd"

const SHOWN = new RegExp(`\\r\\n|[${ACTING}]`, "g")

/** A text in which nothing acts but tabs and line breaks. */
export const shown = (text: string): string =>
  text.replace(SHOWN, (it) => it.length === 1 ? signOf(it.charCodeAt(0)) : it)
