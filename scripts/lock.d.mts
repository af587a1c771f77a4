/** Runs `use` while no other process runs one under the same lock file. */
export const withLock: <A>(
  path: string,
  use: (held: () => boolean) => Promise<A> | A,
  onWait?: (pid: number) => void,
) => Promise<A>
