// Key material: files that hold keys or passwords, and private keys inside of other texts. What is told as such here is
// neither shown nor searched.

import * as Path from "./path.ts"

/** Files that hold keys or passwords by their name; what is made to be copied and filled in does not. */
const SECRET_NAMES: ReadonlyArray<RegExp> = [
  /\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk|p8|pk8)$/i,
  /^id_(rsa|dsa|ecdsa|ed25519)(_sk)?(\.(?!pub$).*)?$/i,
  /^\.env(rc)?([._~-](?!(example|sample|template|dist)$).*)?$/i,
  /^(?!(example|sample|template)\.).+\.env$/i,
  /^\.(netrc|pgpass|htpasswd|npmrc|pypirc|git-credentials|my\.cnf|s3cfg|boto|dockercfg|vault_pass|vault-token)$/i,
  /^credentials(\.json)?$/i,
  /\.tfstate(\.backup)?$/i,
]

/** The same, where the folder says what the name does not. */
const SECRET_PATHS = /(^|\/)(\.docker\/config\.json|\.kube\/config)$/i

const PRIVATE_KEY = /^\s*-----BEGIN [A-Z0-9 ]*PRIVATE KEY( BLOCK)?-----/

/** Is a file key material by its name? */
export const isSecretName = (path: string): boolean => {
  const name = Path.baseOf(path)
  return SECRET_NAMES.some((pattern) => pattern.test(name)) || SECRET_PATHS.test(path)
}

/** Is a text key material as a whole? */
export const isSecretText = (text: string): boolean => PRIVATE_KEY.test(text.slice(0, 200))

/** Where a key begins or ends; blanks may be written as in addresses. */
const MARK_OF_KEY = /-----(BEGIN|END)(?:[A-Z0-9 +]|%20){1,60}?PRIVATE(?:[ +]|%20)KEY(?:(?:[ +]|%20)BLOCK)?-----/g
/** Lines before a key's own, such as `Proc-Type: 4,ENCRYPTED`; line breaks may be written out, as in JSON. */
const HEADERS_OF_KEY = /(?:[\s"'`+,]|\\[nr])*(?:[A-Za-z-]{1,20}: [^\n\\]{0,100}(?:[\s"'`+,]|\\[nr])+){0,4}/y
const BODY_OF_KEY = /(?:[A-Za-z0-9/=]|[\s"'`+,]|\\[nr])*/y
/** The shortest line that keys are written in is longer, and few names are as long. */
const LINE_OF_KEY = /[A-Za-z0-9+/=]{40}/
const KEY_CHARACTERS = /(\\[nr])|[A-Za-z0-9+/=]{4,}/g

/** A line break that is written out, in a text inside of a text too; or a line of a key, whose signs may be written out. */
const WRITTEN_BREAK = String.raw`(\\{1,8}(?:[nrt]|u000[aAdD])|%0[aAdD]|&#(?:1[03]|[xX]0*[aAdD]);)`
const KEY_SIGN = String
  .raw`(?:[A-Za-z0-9+/=]|\\{1,8}/|\\{1,8}u00(?:2[bBfF]|3[dD])|%2[bBfF]|%3[dD]|&#[xX]?(?:2[bBfF]|3[dD]|4[37]|61);)`
const BREAKS_AND_LINES = new RegExp(`${WRITTEN_BREAK}|${KEY_SIGN}{40,}`, "g")
const BREAKS_AND_ENDS = new RegExp(`${WRITTEN_BREAK}|${KEY_SIGN}{4,}`, "g")
/** Between two lines of a key stands no more than this: what a language or a log has around each. */
const MOST_BETWEEN = 400

/** A text in which each private key is stars, as many as it had characters, wherever in the text it stands. O(text). */
export const withoutKeys = (text: string): string => withoutEncoded(withoutWritten(text))

const withoutWritten = (text: string): string => {
  if (!text.includes("PRIVATE")) return text
  const marks = [...text.matchAll(MARK_OF_KEY)]
  let shown = ""
  let from = 0
  for (const [i, mark] of marks.entries()) {
    if (mark.index < from || mark[1] !== "BEGIN") continue
    HEADERS_OF_KEY.lastIndex = mark.index + mark[0].length
    HEADERS_OF_KEY.exec(text)
    const start = HEADERS_OF_KEY.lastIndex
    BODY_OF_KEY.lastIndex = start
    const [body] = BODY_OF_KEY.exec(text)!
    const next = marks[i + 1]
    const end = next?.[1] === "END" ? next.index : -1
    if (start + body.length < end) {
      shown += text.slice(from, start) + withoutLines(text.slice(start, end))
      from = end
    } else if (LINE_OF_KEY.test(body)) {
      shown += text.slice(from, start) +
        body.replace(KEY_CHARACTERS, (run, lineBreak?: string) => lineBreak ?? stars(run))
      from = start + body.length
    }
  }
  return shown + text.slice(from)
}

/**
 * What stands between the beginning and the end of a key, where more is around its lines: comments, code, marks of a log.
 * Long names without a digit are names.
 */
const withoutLines = (text: string): string => {
  const lines = [...text.matchAll(BREAKS_AND_LINES)].filter(([, lineBreak]) => lineBreak === undefined)
  if (!lines.some(([line]) => /[0-9+/]/.test(line))) return text
  let shown = ""
  let from = 0
  for (const { 0: line, index } of lines) {
    if (MOST_BETWEEN < index - from) return shown + text.slice(from)
    shown += text.slice(from, index) + stars(line)
    from = index + line.length
  }
  const rest = text.slice(from)
  const isEnd = 0 < from && rest.length <= MOST_BETWEEN
  return shown + (isEnd ? rest.replace(BREAKS_AND_ENDS, (run, lineBreak?: string) => lineBreak ?? stars(run)) : rest)
}

/** A key as it stands in manifests and tables of other programs: the whole of it in base64, in which `-----BEGIN ` is this. */
const ENCODED = /LS0tLS1CRUdJTi[A-Za-z0-9+/]{40}(?:[A-Za-z0-9+/=]|\s+(?=[A-Za-z0-9+/=]{20}))*/g

const withoutEncoded = (text: string): string =>
  text.includes("LS0tLS1CRUdJTi")
    ? text.replace(
      ENCODED,
      (run) => PRIVATE_KEY_HEAD.test(atob(run.slice(0, 52))) ? run.replace(/\S+/g, (it) => stars(it)) : run,
    )
    : text

const PRIVATE_KEY_HEAD = /^-----BEGIN [A-Z0-9 ]*PRIVATE/

/** Stars in place of a run of signs; what may begin a comment stays, since the text around is read as code. */
const stars = (run: string): string => run.startsWith("//") ? `//${"*".repeat(run.length - 2)}` : "*".repeat(run.length)
