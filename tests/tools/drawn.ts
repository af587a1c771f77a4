// Arguments drawn from a tool's own schema, so that a tool is tested as soon as it is listed.

import * as fc from "fast-check"
import * as Listing from "../../lib/tools/listing.ts"
import type * as Tool from "../../lib/tools/tool.ts"

/** Texts that no repository gives a meaning, and some that break what is careless. */
export const anyText = fc.oneof(
  fc.constantFrom("src/*.ts", "[", "(a+)+$", "../..", "::::", "~", "constructor", "__proto__", "a:1", "\\", "/", "."),
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
)

const valueOf = (property: Listing.Property, texts: fc.Arbitrary<string>): fc.Arbitrary<unknown> => {
  if (property.enum !== undefined) return fc.constantFrom(...property.enum)
  switch (property.type) {
    case "string":
      return texts.map((text) => text.slice(0, property.maxLength ?? 1000)).filter((text) =>
        text.length >= (property.minLength ?? 0)
      )
    case "boolean":
      return fc.boolean()
    case "integer": {
      const min = property.minimum ?? 0
      return fc.integer({ min, max: property.maximum ?? min + 500 })
    }
    case "number":
      return fc.double({ min: property.minimum ?? 0, max: property.maximum ?? 1, noNaN: true })
    case "array":
      return fc.array(valueOf(property.items ?? { type: "string" }, texts), {
        minLength: property.minItems ?? 0,
        maxLength: Math.min(property.maxItems ?? 4, 4),
      })
    case "object":
      return fc.dictionary(texts, texts)
  }
}

/**
 * Arguments that fit a tool.
 *
 * @param texts What stands in arguments that are texts.
 * @param without Arguments that are never sent.
 */
export const argumentsOf = (
  tool: Tool.Any,
  texts: fc.Arbitrary<string>,
  without: ReadonlyArray<string> = [],
): fc.Arbitrary<Record<string, unknown>> => {
  const { properties, required = [] } = Listing.inputSchema(tool)
  // What a tool is asked about is mostly there, all else mostly not: with every argument at random nothing would be found.
  const drawn = (name: string, property: Listing.Property): fc.Arbitrary<unknown> => {
    if (without.includes(name)) return fc.constant(undefined)
    const value = valueOf(property, texts)
    if (required.includes(name)) return value
    const weight = tool.positional.includes(name) ? 20 : 1
    return fc.oneof({ weight, arbitrary: value }, { weight: 4, arbitrary: fc.constant(undefined) })
  }
  return fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, drawn(name, property)])),
  ).map((sent) => Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)))
}
