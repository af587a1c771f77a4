// A question to the person at the terminal. Where nobody sits there is none, and the answer is no.

import process from "node:process"
import { createInterface } from "node:readline"
import * as Screen from "./terminal.ts"

/** May a person be asked? */
export const canAsk = (): boolean => process.stdin.isTTY === true && Screen.err.isTerminal

/** Asks on the error stream; only yes is a yes. */
export const yes = (question: string): Promise<boolean> =>
  new Promise((done) => {
    const lines = createInterface({ input: process.stdin, output: process.stderr })
    let answer = ""
    lines.on("close", () => done(/^y(es)?$/i.test(answer.trim())))
    lines.question(`${question} [y/N] `, (said) => {
      answer = said
      lines.close()
    })
  })
