// A language's table and its grammars agree: no node type is forgotten, none is named that does not exist.

import { expect, test } from "bun:test"
import { all } from "../../lib/languages/all.ts"
import { PARTS } from "../../lib/syntax/roles.ts"
import { extract } from "../../lib/syntax/extract.ts"
import { grammarFor, languageFor } from "../syntax/_grammars.ts"

for (const language of all) {
  const samples = [...new Set(language.extensions.map((it) => language.grammarFor(`a${it}`)))]
    .map((file) => `a${language.extensions.find((it) => language.grammarFor(`a${it}`) === file)!}`)

  const typesOf = async () => {
    const types = new Set<string>()
    const fields = new Set<string>()
    for (const path of samples) {
      const { language } = await grammarFor(path)
      for (let type = 0; type < language.nodeTypeCount; type++) {
        const name = language.types[type]
        if (name && language.nodeTypeIsNamed(type) && language.nodeTypeIsVisible(type)) types.add(name)
      }
      for (const field of language.fields) if (field) fields.add(field)
    }
    return { types, fields }
  }
  const { rules, dropped, comments } = language.roles

  test(`${language.name}: every node type has a rule`, async () => {
    const { types } = await typesOf()
    const known = new Set([...Object.keys(rules), ...dropped, ...comments])
    expect([...types].filter((it) => !known.has(it))).toEqual([])
  })

  test(`${language.name}: every rule has a node type, every part a field`, async () => {
    const { types, fields } = await typesOf()
    expect([...Object.keys(rules), ...dropped, ...comments].filter((it) => !types.has(it))).toEqual([])
    const strange: Array<string> = []
    for (const name in rules) {
      for (const part in PARTS) {
        const field = rules[name]![part as keyof typeof PARTS]
        if (field !== undefined && field !== "" && !fields.has(field)) strange.push(`${name}.${part}: ${field}`)
      }
    }
    expect(strange).toEqual([])
  })

  test(`${language.name}: its samples are read without a problem`, async () => {
    for (const { path, text } of language.samples ?? []) {
      expect(languageFor(path)).toBe(language)
      const facts = extract(await grammarFor(path), text)
      expect(facts.problems.rows).toBe(0)
      expect(facts.definitions.rows).toBeGreaterThan(0)
    }
  })
}
