// How a tool is announced: its input as flat JSON Schema and the hints that differ from the protocol's defaults. Read
// off the tool's own schema; nothing is stated twice.

import * as JSONSchema from "effect/JSONSchema"
import type * as Schema from "effect/Schema"
import * as Fields from "./fields.ts"
import type * as Tool from "./tool.ts"

/** One argument. Only these keywords are used, so that every client's validator understands them. */
export interface Property {
  readonly type: "string" | "integer" | "number" | "boolean" | "array" | "object"
  readonly description?: string
  readonly default?: unknown
  readonly enum?: ReadonlyArray<string>
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly items?: Property
  readonly minItems?: number
  readonly maxItems?: number
}

/** `type: object` and plain properties: no union, reference or condition anywhere on top. */
export type InputSchema = {
  readonly type: "object"
  readonly properties: Readonly<Record<string, Property>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties: false
}

/** Hints for a client; a hint that equals the protocol's default is left out. */
export type Hints = {
  readonly readOnlyHint?: true
  readonly destructiveHint?: false
  readonly idempotentHint?: true
  readonly openWorldHint?: false
}

export interface Listing {
  readonly name: string
  readonly description: string
  readonly inputSchema: InputSchema
  readonly annotations: Hints
}

const KEPT = [
  "type",
  "description",
  "default",
  "enum",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
] as const

const inputs = new WeakMap<object, InputSchema>()

/** JSON Schema of what the tool takes; made once a tool. A schema that cannot be said flatly is a defect. */
export const inputSchema = (tool: Tool.Any): InputSchema => {
  const known = inputs.get(tool)
  if (known !== undefined) return known
  const made = flatten(tool.name, tool.input)
  inputs.set(tool, made)
  return made
}

/** JSON Schema of what the tool answers, for clients that ask for structured content. */
export const outputSchema = (tool: Tool.Any): { readonly [name: string]: unknown } => {
  const { $schema: _, ...schema } = JSONSchema.make(tool.output) as unknown as Record<string, unknown>
  // Protocol: an output schema is an object on top. A union of answers is one, whichever member is taken.
  return { type: "object", ...schema }
}

/** Key under which an answer that is printed for other programs says the version of its form. */
export const VERSION_KEY = "schema_version"

export const versionOf = (tool: Tool.Any): number => tool.version ?? 1

/** The form of an answer as it is printed for other programs: the tool's, with its version; or an error. */
export const printedSchema = (tool: Tool.Any): { readonly [name: string]: unknown } => {
  const { $schema, ...answer } = JSONSchema.make(tool.output) as unknown as Record<string, unknown>
  const version = { [VERSION_KEY]: { type: "integer", const: versionOf(tool) } }
  const forms = "anyOf" in answer ? answer["anyOf"] as ReadonlyArray<Record<string, unknown>> : [answer]
  const withVersion = (form: Record<string, unknown>) => ({
    ...form,
    required: [VERSION_KEY, ...form["required"] as ReadonlyArray<string> ?? []],
    properties: { ...version, ...form["properties"] as Record<string, unknown> },
  })
  const { $defs } = answer
  return {
    $schema,
    title: `portolan ${tool.name} --json`,
    anyOf: [...forms.map(withVersion), withVersion(ERROR)],
    ...($defs === undefined ? {} : { $defs }),
  }
}

const ERROR = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message"],
      properties: {
        code: { type: "string" },
        message: { type: "string" },
        candidates: { type: "array" },
        hint: { type: "string" },
      },
    },
  },
}

export const listing = (tool: Tool.Any): Listing => ({
  name: tool.name,
  description: `${tool.summary}. ${tool.guide}`,
  inputSchema: brief(inputSchema(tool)),
  annotations: tool.writes === "never" ? { readOnlyHint: true, openWorldHint: false } : { openWorldHint: false },
})

/** A longer list of words is told by an error when one is wrong, not in every conversation. */
const MOST_LISTED = 8

/**
 * What a client must know before it calls: every conversation pays for it. Bounds that nobody crosses by chance and long
 * lists of words are left out; a call is still held to them.
 */
const brief = (schema: InputSchema): InputSchema => {
  const properties: Record<string, Property> = {}
  for (const [name, it] of Object.entries(schema.properties)) {
    const { description, ...rest } = briefProperty(it)
    properties[name] = description === undefined || Fields.speaks(name) ? rest : { ...rest, description }
  }
  return { ...schema, properties }
}

const briefProperty = (property: Property): Property => {
  const { minLength: _, minItems: __, maxItems: ___, minimum, maxLength, enum: words, items, ...kept } = property
  return {
    ...kept,
    ...(maxLength === undefined || Fields.LONGEST_TEXT <= maxLength ? {} : { maxLength }),
    ...(minimum === undefined || minimum <= 1 ? {} : { minimum }),
    ...(words === undefined || MOST_LISTED < words.length ? {} : { enum: words }),
    ...(items === undefined ? {} : { items: withoutDescription(briefProperty(items)) }),
  }
}

const withoutDescription = ({ description: _, ...property }: Property): Property => property

/** A property in words: `an integer from 1 to 32`. */
export const describe = (property: Property): string => {
  if (property.enum !== undefined) return `one of ${property.enum.map((it) => JSON.stringify(it)).join(", ")}`
  if (property.type === "array") {
    return `a list, each ${property.items === undefined ? "a value" : describe(property.items)}`
  }
  const article = property.type === "integer" || property.type === "object" ? "an" : "a"
  return `${article} ${property.type}${range(property)}`
}

const range = ({ minimum, maximum, minLength, maxLength }: Property): string => {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`
  if (minimum !== undefined) return ` of at least ${minimum}`
  if (maxLength !== undefined && maxLength < Fields.LONGEST_TEXT) {
    return ` of ${minLength ?? 0} to ${maxLength} characters`
  }
  if (minLength !== undefined) return minLength === 1 ? " that is not empty" : ` of at least ${minLength} characters`
  return ""
}

const flatten = (name: string, input: Schema.Schema.Any): InputSchema => {
  const schema = JSONSchema.make(input as Schema.Schema<unknown>) as unknown as {
    readonly properties?: Record<string, Record<string, unknown>>
    readonly required?: ReadonlyArray<string>
  }
  const properties: Record<string, Property> = {}
  for (const [key, value] of Object.entries(schema.properties ?? {})) {
    properties[key] = property(`${name}.${key}`, value)
  }
  const required = schema.required ?? []
  return { type: "object", properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false }
}

const property = (where: string, schema: Record<string, unknown>): Property => {
  if (typeof schema["type"] !== "string") throw new Error(`${where} has no plain JSON type`)
  const kept: Record<string, unknown> = {}
  for (const key of KEPT) if (schema[key] !== undefined) kept[key] = schema[key]
  if (schema["items"] !== undefined) {
    kept["items"] = property(`${where}[]`, schema["items"] as Record<string, unknown>)
  }
  return kept as unknown as Property
}
