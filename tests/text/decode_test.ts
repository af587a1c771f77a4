import { describe, expect, test } from "bun:test"
import * as fc from "fast-check"
import { decode } from "../../lib/text/decode.ts"

const utf8 = (text: string) => new TextEncoder().encode(text)

const utf16 = (text: string, little: boolean) => {
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), little)
  return bytes
}

const marked = (mark: ReadonlyArray<number>, bytes: Uint8Array) => Uint8Array.from([...mark, ...bytes])

const SOURCE = 'export const größe = "naïve €" // 𝄞\r\n'

describe("decode", () => {
  test("UTF-8 with and without a mark", () => {
    expect(decode(utf8(SOURCE))).toEqual({ _tag: "text", text: SOURCE, encoding: "utf8" })
    expect(decode(marked([0xef, 0xbb, 0xbf], utf8(SOURCE)))).toEqual({ _tag: "text", text: SOURCE, encoding: "utf8" })
  })

  test("UTF-16 by its mark, in both orders", () => {
    expect(decode(marked([0xff, 0xfe], utf16(SOURCE, true)))).toEqual({
      _tag: "text",
      text: SOURCE,
      encoding: "utf16le",
    })
    expect(decode(marked([0xfe, 0xff], utf16(SOURCE, false)))).toEqual({
      _tag: "text",
      text: SOURCE,
      encoding: "utf16be",
    })
  })

  test("UTF-16 without a mark by its zeros", () => {
    const plain = "export function total() { return 1 }\n"
    expect(decode(utf16(plain, true))).toEqual({ _tag: "text", text: plain, encoding: "utf16le" })
    expect(decode(utf16(plain, false))).toEqual({ _tag: "text", text: plain, encoding: "utf16be" })
  })

  test("what is no UTF-8 is read byte by byte", () => {
    // "größe" in ISO 8859-1, and the euro sign of Windows-1252.
    const bytes = Uint8Array.from([0x67, 0x72, 0xf6, 0xdf, 0x65, 0x20, 0x80])
    expect(decode(bytes)).toEqual({ _tag: "text", text: "größe €", encoding: "windows1252" })
  })

  test("an empty file is text", () => {
    expect(decode(new Uint8Array(0))).toEqual({ _tag: "text", text: "", encoding: "utf8" })
    expect(decode(Uint8Array.from([0xff, 0xfe]))).toEqual({ _tag: "text", text: "", encoding: "utf16le" })
  })

  test("pictures, programs and archives are binary", () => {
    const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52])
    const elf = Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    const gzip = Uint8Array.from([0x1f, 0x8b, 8, 1, 0x12, 3, 4, 5, 6, 7, 0xff, 0xfe, 0x80])
    for (const bytes of [png, elf, gzip]) expect(decode(bytes)).toEqual({ _tag: "binary" })
  })

  test("any text comes back whole, whatever it was kept in", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }).filter((text) => !text.includes("\0")), (text) => {
      // A mark is no part of the text, so a text cannot begin with one.
      fc.pre(!text.startsWith("\ufeff"))
      expect(decode(marked([0xef, 0xbb, 0xbf], utf8(text)))).toMatchObject({ text })
      expect(decode(marked([0xff, 0xfe], utf16(text, true)))).toMatchObject({ text })
      expect(decode(marked([0xfe, 0xff], utf16(text, false)))).toMatchObject({ text })
    }))
  })

  test("no bytes are too odd", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      expect(["text", "binary"]).toContain(decode(bytes)._tag)
    }))
  })
})
