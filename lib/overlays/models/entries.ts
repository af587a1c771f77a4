// Where others enter the code, as data: kinds of entry with what each is worth, and who registers them. A rule is a row; the
// first that fits decides.

/** Kinds of entry point, by permanent code. `worth` is the priority that its flows begin with, in permille. */
export const ENTRY_KINDS = {
  main: { code: 1, worth: 800, doc: "A program begins there" },
  route: { code: 2, worth: 850, doc: "It answers a request at a path" },
  command: { code: 3, worth: 800, doc: "It is a command that a user types" },
  job: { code: 4, worth: 750, doc: "It is run at a time or from a queue" },
  event: { code: 5, worth: 600, doc: "It is run when something happens" },
  handler: { code: 6, worth: 450, doc: "It is handed to a library, which runs it" },
  script: { code: 8, worth: 480, doc: "A file that does something when it is run, and that nobody imports" },
  api: { code: 7, worth: 300, doc: "Others may call it: it is given out, and nobody here does" },
} as const

export type EntryKind = keyof typeof ENTRY_KINDS

/** A registration as rules see it. */
export interface Registered {
  /** Package outside, empty where it is not known. */
  readonly package: string
  /** Last part of the name outside, without its owner. */
  readonly callee: string
  /** The first text that is given with it. */
  readonly text: string
  readonly form: string
}

export interface EntryRule {
  readonly kind: EntryKind
  readonly callee: RegExp
  /** Of the text. */
  readonly text?: RegExp
  /** Of the package, where it must be known. */
  readonly package?: RegExp
  readonly form?: "argument" | "decorator" | "field"
}

const PATH = /^(\/|$)|\{|:|</
const VERB = /^(get|post|put|patch|delete|head|options|all|any|handle|handlefunc|route)$/i

const WEB =
  /express|koa|hono|fastify|restify|hapi|polka|router|gin|echo|chi|fiber|mux|net\/http|flask|fastapi|starlette|sanic|aiohttp|bottle|quart|tornado|django|ktor|spark|javalin|vertx|micronaut|jakarta|javax\.ws|springframework\.web|AspNetCore/i
const CLI = /commander|yargs|cac|oclif|click|typer|argparse|cobra|urfave|picocli|clikt|CommandLine|@effect\/cli/i

/** The first that fits decides. */
export const ENTRY_RULES: ReadonlyArray<EntryRule> = [
  // A verb and a path say what they are for, whoever takes them.
  { kind: "route", callee: VERB, text: /^\//, form: "argument" },
  { kind: "route", callee: VERB, package: WEB, text: PATH },
  {
    kind: "route",
    callee: /^(get|post|put|patch|delete|head|options|route|websocket|api_route)$/,
    text: /^\//,
    form: "decorator",
  },
  {
    kind: "route",
    callee: /^(Request|Get|Post|Put|Patch|Delete)Mapping$|^Http(Get|Post|Put|Patch|Delete|Head)(Attribute)?$/,
    form: "decorator",
  },
  { kind: "route", callee: /^(GET|POST|PUT|PATCH|DELETE|HEAD|Path|Route)$/, package: WEB, form: "decorator" },
  { kind: "route", callee: /^(Get|Post|Put|Patch|Delete|All)$/, package: /nestjs/, form: "decorator" },
  { kind: "command", callee: /^(command|action|group|callback|main)$/i, package: CLI },
  { kind: "command", callee: /^(command|action)$/i, form: "argument" },
  { kind: "command", callee: /^(Run|RunE|Action|PreRun|PreRunE|PersistentPreRun|PersistentPreRunE)$/, form: "field" },
  { kind: "command", callee: /^Command$/, form: "decorator" },
  {
    kind: "job",
    callee: /^(schedule|scheduled|cron|shared_task|task|periodic_task|setInterval|addjob|every|Cron|Interval)$/i,
  },
  {
    kind: "event",
    callee:
      /^(on|once|off|subscribe|listen|addListener|addEventListener|connect|consume|EventListener|KafkaListener|RabbitListener|receiver|handler|handle|errorhandler|before_request|after_request|teardown_\w+)$/,
  },
]

/** What a type says of the paths of all its members. */
export const PREFIX = /^(RequestMapping|Route|RouteAttribute|RoutePrefix|Controller|Path)$/

/** The verb in a name that registers a route. */
export const VERB_OF = /^(?:Http)?(get|post|put|patch|delete|head|options|all|any)(?:Mapping|Attribute)?$/i

/** A function of this name that its own file alone runs is where a program begins. */
export const MAIN = /^main$/i

/** Names that a platform runs by itself: nobody has to say them, and nobody outside does. */
export const IMPLIED = /^__\w+__$/

/** Registered with a framework of tests: tests are told apart, and are no entry. */
export const TESTING =
  /^(test|it|describe|suite|specify|before|after|beforeEach|afterEach|beforeAll|afterAll|Test|Fact|Theory|fixture|BeforeEach|AfterEach|parametrize)$/
