/** The whole text of NOTICE. */
export const notice: () => string
