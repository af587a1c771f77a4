// What a path says of the code at it. Copies that a tool made of other code, examples and measurements stand in folders
// that are named for it; what is asked for is rather the code that they are about. A guess, good for an order among
// equals and for nothing else.

/** Folders of what was built, generated or taken from elsewhere. */
const FOLDERS = new Set(
  "dist out build target vendor vendored third_party generated __generated__ bundle bundles umd min".split(" "),
)

/** Folders of code that shows, measures or tries what stands elsewhere. */
const ASIDE = new Set(
  "example examples demo demos sample samples playground sandbox bench benches benchmark benchmarks docs doc fixtures"
    .split(" "),
)

/** `name.min.js`, `name.generated.ts`, `name.bundle.js`, `name.pb.go`, `name_pb2.py` … */
const NAME = /[._](min|generated|gen|bundle|bundled|pb|pb2|g)\.[^./]+$/

/** Folders of tests, and what a file of tests is called: `name_test.x`, `test_name.x`, `NameTests.x`, `name.spec.x`. */
const TESTS = new Set("test tests spec specs testing __tests__ testdata mock mocks".split(" "))
const TEST_NAME = /^tests?[._-]|[._-](?:tests?|spec)(?:\.|$)|[a-z](?:Tests?|Spec)\.[^./]+$/

/** Does what stands at this path likely try other code? O(length). */
export const isTried = (path: string): boolean =>
  TEST_NAME.test(path.slice(path.lastIndexOf("/") + 1)) || isIn(path, TESTS)

/** Is what stands at this path likely a copy or a product of other code? O(length). */
export const isDerived = (path: string): boolean => NAME.test(path) || isIn(path, FOLDERS)

/** Does what stands at this path likely show, measure or try other code? O(length). */
export const isAside = (path: string): boolean => isIn(path, ASIDE)

const isIn = (path: string, folders: ReadonlySet<string>): boolean =>
  path.split("/").slice(0, -1).some((folder) => folders.has(folder.toLowerCase()))
