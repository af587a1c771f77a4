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

const BEGIN_OF_KEY = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g
/** Lines before a key's own, such as `Proc-Type: 4,ENCRYPTED`; line breaks may be written out, as in JSON. */
const HEADERS_OF_KEY = /(?:[\s"'`+,]|\\[nr])*(?:[A-Za-z-]{1,20}: [^\n\\]{0,100}(?:[\s"'`+,]|\\[nr])+){0,4}/y
const BODY_OF_KEY = /(?:[A-Za-z0-9/=]|[\s"'`+,]|\\[nr])*/y
/** The shortest line that keys are written in is longer, and few names are as long. */
const LINE_OF_KEY = /[A-Za-z0-9+/=]{40}/
const KEY_CHARACTERS = /(\\[nr])|[A-Za-z0-9+/=]{4,}/g

/** A text in which each private key is stars, as many as it had characters, wherever in the text it stands. O(text). */
export const withoutKeys = (text: string): string => {
  if (!text.includes("PRIVATE KEY")) return text
  let shown = ""
  let from = 0
  for (const found of text.matchAll(BEGIN_OF_KEY)) {
    if (found.index < from) continue
    HEADERS_OF_KEY.lastIndex = found.index + found[0].length
    HEADERS_OF_KEY.exec(text)
    const start = HEADERS_OF_KEY.lastIndex
    BODY_OF_KEY.lastIndex = start
    const [body] = BODY_OF_KEY.exec(text)!
    if (!LINE_OF_KEY.test(body)) continue
    shown += text.slice(from, start) +
      body.replace(KEY_CHARACTERS, (run, lineBreak?: string) => lineBreak ?? "*".repeat(run.length))
    from = start + body.length
  }
  return shown + text.slice(from)
}
