// Where the home folder lies. Apart from its service, so that who only wants to look there loads nothing.

/** What decides; `variable` gives undefined for what is empty. */
export interface Surroundings {
  readonly variable: (name: string) => string | undefined
  readonly home: string
  readonly workingFolder: () => string
}

/** Absolute path of the home folder. */
export const of = (surroundings: Surroundings): string =>
  absolute(surroundings, surroundings.variable("PORTOLAN_HOME") ?? `${surroundings.home}/.portolan`)

/** A relative path counts from the working directory. */
export const absolute = (surroundings: Pick<Surroundings, "workingFolder">, path: string): string =>
  path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path) ? path : `${surroundings.workingFolder()}/${path}`
