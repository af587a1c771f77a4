// The word by which our own executable becomes the process that reads suspects. An executable that somebody else made
// with this library inside does not know the word, so it has to be said that this one does.

let word: string | undefined

/** To be called by a program that runs `apart.ts` when its first argument is this word. */
export const answersTo = (said: string): void => {
  word = said
}

export const wordForApart = (): string | undefined => word
