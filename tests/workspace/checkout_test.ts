// What is key material: by name, as a whole text, and inside of another one.

import { describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { generateKeyPairSync } from "node:crypto"
import * as Files from "../../lib/machine/files.ts"
import * as DigestLayer from "../../lib/platform/digest.ts"
import * as FilesLayer from "../../lib/platform/files.ts"
import * as Secrets from "../../lib/text/secrets.ts"
import * as Checkout from "../../lib/workspace/checkout.ts"
import { effect } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"

const names = (text: string) => text.trim().split(/\s+/)

test("a name tells that a file holds keys or passwords; what is to be filled in or given out does not", () => {
  const secret = names(`
    .env .env.local .env.production .ENV .env~ .env-prod .env_prod .env.bak .envrc prod.env deploy/.Env db.env
    id_rsa id_ed25519 id_ed25519_sk id_rsa.bak id_rsa.old ID_RSA server.pem tls.key a.p12 a.jks .npmrc .netrc .my.cnf
    .aws/credentials credentials.json .docker/config.json home/.kube/config terraform.tfstate a.tfstate.backup
  `)
  const open = names(`
    .env.example .env.sample .env.template .env.dist .envrc.example example.env sample.env env environment.ts env.ts
    id_rsa.pub id_rsax.ts identity.ts keys.ts key.ts config.json kube/config docker/config.json credentials.ts
    src/.environment tfstate.ts
  `)
  expect(secret.filter((path) => !Secrets.isSecretName(path))).toEqual([])
  expect(open.filter((path) => Secrets.isSecretName(path))).toEqual([])
})

const pem = (type: "pkcs8" | "pkcs1", cipher?: string): string =>
  generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey.export({
    type,
    format: "pem",
    ...(cipher === undefined ? {} : { cipher, passphrase: "long enough" }),
  }) as string

const linesOf = (key: string) => key.trim().split("\n").filter((line) => /^[A-Za-z0-9+/=]{20,}$/.test(line))

/** A key with the same before and behind each of its lines. */
const around = (key: string, before: string, behind: string) =>
  key.trim().split("\n").map((line) => `${before}${line}${behind}\n`).join("")

describe("withoutKeys()", () => {
  const keys = {
    plain: pem("pkcs8"),
    old: pem("pkcs1"),
    locked: pem("pkcs1", "aes-256-cbc"),
    new: pem("pkcs8", "aes-256-cbc"),
  }

  test.each(Object.entries(keys))("leaves nothing of a key wherever it stands: %s", (_name, key) => {
    const texts = {
      behindACertificate: `-----BEGIN CERTIFICATE-----\n${"QUJD".repeat(16)}\n-----END CERTIFICATE-----\n${key}tail\n`,
      behindWords: `Bag Attributes\n    friendlyName: it\n${"word ".repeat(200)}\n${key}`,
      inJson: JSON.stringify({ type: "service_account", private_key: key, client: "me" }),
      inCode: `const key = \`${key}\`\nexport const use = () => key\n`,
      byLines: `const key = [\n${
        key.trim().split("\n").map((it) => `  "${it}",`).join("\n")
      }\n].join("\\n")\nuse(key)\n`,
      indented: `key: |\n${key.split("\n").map((it) => `    ${it}`).join("\n")}\nnext: 1\n`,
      withReturns: key.replaceAll("\n", "\r\n"),
      twice: `${key}${key}`,
      withoutEnd: `x\n${key.slice(0, key.lastIndexOf("-----END"))}`,
      inATextInAText: JSON.stringify(JSON.stringify(JSON.stringify({ key }))),
      withEscapes: JSON.stringify({ key }).replaceAll("\\n", "\\u000a"),
      inAnAddress: `?key=${encodeURIComponent(key)}&next=1`,
      inAForm: key.replaceAll("\n", "%0A"),
      inMarkup: key.replaceAll("\n", "&#xA;"),
      inParagraphs: around(key, "<p>", "</p>"),
      withBackslashes: around(key, "", "\\"),
      inStrings: around(key, '"', '\\n" \\'),
      inSums: around(key, '"', '\\n" + Environment.NewLine +'),
      inCalls: around(key, 'it.append("', '\\n");'),
      byLinesOfAShell: around(key, 'echo "', '" >> key.pem'),
      inAComment: around(key, " * ", ""),
      inACommentWithoutBlank: around(key, "//", ""),
      quoted: around(key, "> ", ""),
      inATable: around(key, "| ", " |"),
      takenAway: around(key, "-", ""),
      inALog: around(key, "2026-01-01 10:00:00 INFO ", ""),
    }
    expect(linesOf(key).length).toBeGreaterThan(8)
    for (const [name, text] of Object.entries(texts)) {
      const shown = Secrets.withoutKeys(text)
      expect({ name, left: linesOf(key).filter((line) => shown.includes(line)) }).toEqual({ name, left: [] })
      expect({ name, length: shown.length }).toEqual({ name, length: text.length })
      const breaks = (it: string) => [...it.matchAll(/\n/g)].map((found) => found.index)
      expect({ name, breaks: breaks(shown) }).toEqual({ name, breaks: breaks(text) })
    }
    const code = Secrets.withoutKeys(texts.inCode)
    expect(code).toStartWith("const key = `-----BEGIN")
    expect(code).toEndWith("`\nexport const use = () => key\n")
    expect(Secrets.withoutKeys(texts.behindACertificate)).toContain("QUJD".repeat(16))
  })

  test("leaves nothing of a key that stands in base64, as manifests hold it", () => {
    for (const key of Object.values(keys)) {
      const whole = Buffer.from(key).toString("base64")
      for (const text of [`tls.key: ${whole}\n`, `key: |\n  ${whole.match(/.{1,76}/g)!.join("\n  ")}\nnext: 1\n`]) {
        const shown = Secrets.withoutKeys(text)
        expect(shown.length).toBe(text.length)
        expect(whole.match(/.{40}/g)!.filter((part) => shown.includes(part))).toEqual([])
        expect(shown).toStartWith(text.slice(0, 5))
      }
    }
    const certificate = Buffer.from(`-----BEGIN CERTIFICATE-----\n${"QUJD".repeat(16)}\n`).toString("base64")
    expect(Secrets.withoutKeys(certificate)).toBe(certificate)
  })

  test("leaves what begins and ends comments", () => {
    const code = `//${keys.plain.trim().split("\n").join("\n//")}\nfunc F() {}\n`
    for (const line of Secrets.withoutKeys(code).trim().split("\n").slice(0, -1)) expect(line).toStartWith("//")
  })

  test("leaves what only speaks of keys as it is", () => {
    const texts = [
      'const isKey = text.startsWith("-----BEGIN PRIVATE KEY-----")\nconst someVeryLongNameThatIsNoKeyMaterial = 1\n',
      "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----\n",
      `-----BEGIN PUBLIC KEY-----\n${"QUJD".repeat(16)}\n-----END PUBLIC KEY-----\n`,
      `if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(it)) {\n  const ${"a".repeat(60)} = 1\n}\n`,
      "PRIVATE KEY",
      `const begin = "-----BEGIN PRIVATE KEY-----"\nconst ${
        "someVeryLongName".repeat(4)
      } = () => 1\nconst end = "-----END PRIVATE KEY-----"\n`,
      `const begin = "-----BEGIN PRIVATE KEY-----"\n${"use(it);\n".repeat(99)}const sha = "${
        "0a".repeat(32)
      }"\nconst end = "-----END PRIVATE KEY-----"\n`,
    ]
    for (const text of texts) expect(Secrets.withoutKeys(text)).toBe(text)
  })

  test("takes time that grows with the text, however it is made", () => {
    const begin = "-----BEGIN RSA PRIVATE KEY-----"
    const texts = [
      begin.repeat(30_000),
      `${begin}\n`.repeat(30_000),
      `${begin}${" a: b\n".repeat(200_000)}`,
      `${begin}${"A".repeat(2_000_000)}`,
      `-----BEGIN ${"A ".repeat(500_000)}PRIVATE KEY`,
      "-----BEGIN A".repeat(200_000) + "PRIVATE KEY",
      `${begin}${`\\`.repeat(1_000_000)}-----END RSA PRIVATE KEY-----`,
      `${begin}${`\\\\u00`.repeat(200_000)}-----END RSA PRIVATE KEY-----`,
      `${begin}\n*\n-----END RSA PRIVATE KEY-----\n`.repeat(20_000),
      `LS0tLS1CRUdJTi${"A".repeat(50)}${" ".repeat(100_000)}`.repeat(10),
      "LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVkt".repeat(30_000),
    ]
    for (const text of texts) {
      const before = performance.now()
      expect(Secrets.withoutKeys(text).length).toBe(text.length)
      expect(performance.now() - before).toBeLessThan(1000)
    }
  })
})

describe("read()", () => {
  /** Files of which one is exchanged between the look at it and the reading. */
  const exchanging = (exchange: () => void) =>
    Layer.merge(
      DigestLayer.layer,
      Layer.effect(
        Files.Files,
        Effect.map(Files.Files, (files) => ({
          ...files,
          read: (path: string) => Effect.zipRight(Effect.sync(exchange), files.read(path)),
        })),
      ).pipe(Layer.provide(FilesLayer.layer)),
    )

  effect(
    "refuses what was put in a file's place, or in that of a folder around it, while it was read",
    Effect.gen(function* () {
      const outside = yield* Repo.layOut(Repo.parse("=== a.ts\nsecret\n"))
      const exchanges: ReadonlyArray<(root: string) => void> = [
        (root) => {
          renameSync(join(root, "src/a.ts"), join(root, "b.ts"))
          symlinkSync(join(outside, "a.ts"), join(root, "src/a.ts"))
        },
        (root) => {
          renameSync(join(root, "src"), join(root, "lib"))
          symlinkSync(outside, join(root, "src"))
        },
        (root) => {
          renameSync(join(root, "src"), join(root, "lib"))
          mkdirSync(join(root, "src"))
          writeFileSync(join(root, "src/a.ts"), "another\n")
        },
      ]
      for (const exchange of exchanges) {
        const root = yield* Repo.layOut(Repo.parse("=== src/a.ts\nexport const a = 1\n"))
        const read = (swap: () => void) => Effect.provide(Checkout.read(root, "src/a.ts"), exchanging(swap))
        expect((yield* read(() => {})).text).toBe("export const a = 1\n")
        expect((yield* Effect.flip(read(() => exchange(root)))).reason).toBe("link")
      }
    }),
  )
})
