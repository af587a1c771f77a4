// What a manifest declares: a package of the repository, and the packages that it asks for. Each language reads its own
// kinds of manifest; whoever draws them knows none of these.

import type { Project } from "./language.ts"

/** A package that a manifest asks for. */
export interface Dependency {
  /** As imports or the registry name it. */
  readonly name: string
  /** The version or range as written; undefined where none is. */
  readonly version?: string | undefined
  /** The manifest of the repository that declares it, where it is asked for by its place. */
  readonly manifest?: string | undefined
  /** Offset at which it is named. */
  readonly start: number
}

export interface Manifest {
  readonly name: string
  readonly version?: string | undefined
  /** Offset of its name, or of what stands for it. */
  readonly start: number
  readonly dependencies: ReadonlyArray<Dependency>
}

/** A kind of manifest. */
export interface ManifestReader {
  /** Base names of such files. */
  readonly files: RegExp
  /**
   * What the file at a path declares; undefined where it declares no package. Never throws.
   *
   * @param complain Takes what is wrong with the file, in one line.
   */
  readonly read: (
    path: string,
    text: string,
    project: Project,
    complain: (detail: string) => void,
  ) => Manifest | undefined
}
