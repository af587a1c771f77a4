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

/** A text that says both a verb and a path. */
export const VERB_AND_PATH = /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|CONNECT|TRACE)[ \t]+(\S+)$/

/** Packages, known or not, but for those that send requests: their callbacks run when an answer comes. */
const NOT_SENDING =
  /^(?!(?:(?:node:)?https?|jquery|superagent|supertest|request|needle|got|axios|node-fetch|undici|restler|chai-http|supertest-as-promised|requests|httpx|urllib3|aiohttp\.client)(?:\/|$))/

const WEB =
  /express|koa|hono|fastify|restify|hapi|polka|router|gin|echo|chi|fiber|mux|net\/http|flask|fastapi|starlette|sanic|aiohttp|bottle|quart|tornado|django|ktor|spark|javalin|vertx|micronaut|jakarta|javax\.ws|springframework\.web|AspNetCore/i
const CLI = /commander|yargs|cac|oclif|click|typer|argparse|cobra|urfave|picocli|clikt|CommandLine|@effect\/cli/i

/** The first that fits decides. */
export const ENTRY_RULES: ReadonlyArray<EntryRule> = [
  // A verb and a path say what they are for, whoever takes them, but for those who send requests.
  { kind: "route", callee: VERB, text: /^\//, form: "argument", package: NOT_SENDING },
  { kind: "route", callee: /^Handle(Func)?$/, text: VERB_AND_PATH, package: /^net\/http$/, form: "argument" },
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
  { kind: "route", callee: /^Map(Get|Post|Put|Patch|Delete|Methods)$/, text: /^\/|^$/, form: "argument" },
  { kind: "route", callee: /^(path|re_path|url)$/, package: /^django\b/, form: "argument" },
  { kind: "command", callee: /^(command|action|group|callback|main)$/i, package: CLI },
  { kind: "command", callee: /^(command|action|add_?command)$/i, form: "argument" },
  { kind: "command", callee: /^(command|group)$/, form: "decorator" },
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

/**
 * Decorators that say something of what they stand before, or wrap it for whoever calls it: nobody enters there.
 * Whatever else of a library stands before a function hands it over.
 */
export const PLAIN_DECORATORS = new RegExp(
  `^(?:${
    [
      // Python
      "property|setter|getter|deleter|staticmethod|classmethod|abstractmethod|overload|final|override|no_type_check",
      "wraps|update_wrapper|lru_cache|cache|cached|cached_property|memoize\\w*|singledispatch\\w*|total_ordering|deprecated",
      "contextmanager|asynccontextmanager|dataclass\\w*|attrs|attr|s|define|frozen|mutable|validates?|\\w*validator",
      "\\w+_required|requires?_\\w+|permission\\w*|csrf_exempt|never_cache|atomic|option|argument|pass_\\w+|\\w+_option",
      "retry|backoff|on_exception|jit|njit|inject|typechecked|hybrid_\\w+|comparator|expression|skip\\w*|xfail|mark|patch|mock\\w*",
      // Java and Kotlin
      "Override|Deprecated|Suppress\\w*|SafeVarargs|FunctionalInterface|Target|Retention|\\w*Nullable|\\w*Non-?Null|NotNull|Nonnull",
      "CheckReturnValue|CanIgnoreReturnValue|Contract|VisibleForTesting|GuardedBy|Beta|Generated|Json\\w*|Xml\\w*|Serial\\w*",
      "Inject|Autowired|Qualifier|Resource|Value|Getter|Setter|Data|Builder|ToString|EqualsAndHashCode|\\w*ArgsConstructor|Slf4j",
      "Transactional|Cacheable|CacheEvict|CachePut|Caching|Async|Retryable|Secured|\\w*Authorize|RolesAllowed|PermitAll|Valid\\w*",
      "Query|Modifying|Column|Id|\\w*To(?:One|Many)|Transient|ResponseBody|ResponseStatus|Order|Primary|Lazy|Conditional\\w*|Profile",
      "Jvm\\w+|Throws|OptIn|RequiresOptIn|PublishedApi|DslMarker|Keep|Composable|Preview|\\w*Thread|Size|\\w*Range|Disabled|Nested|DisplayName|ParameterizedTest|Timeout|Produces|Consumes|Api\\w*|Operation",
      // C#
      "Obsolete|MethodImpl|Conditional|DebuggerStepThrough|Debugger\\w*|EditorBrowsable|Pure|AllowAnonymous|\\w*NotNull\\w*|\\w*MaybeNull\\w*|ExcludeFromCodeCoverage|StackTraceHidden|Unscoped\\w*|SkipLocalsInit|DllImport|Benchmark|ValidateAntiForgeryToken|UnconditionalSuppressMessage|Requires\\w+|DoesNotReturn\\w*",
    ].join("|")
  })(?:Attribute)?$`,
)

/** Takes a function to run it later, whether a text goes with it or not. All else that takes one asks it there and then. */
export const TAKES_HANDLERS =
  /^(use\w*|register\w*|init_app|intercept\w*|(add|set|with|configure)_?\w*(handler|listener|hook|callback|filter|middleware|interceptor|observer|command|route|task|job|worker)s?|\w*(handler|listener|callback|hook|middleware|observer|worker)s?|on[A-Z_]\w*|handle\w*|start\w*|submit|spawn|launch|execute|enqueue|defer|nextTick|Thread|Process|Timer|Task|go|map(Get|Post|Put|Patch|Delete|Methods)|MapWhen|before\w*|after\w*|atexit|notify|process|post|dispatch)$/i

/** Asks a function there and then, of values: it is no entry, whatever goes with it. */
export const ASKS_FUNCTIONS =
  /^(map|flatMap|mapTo\w*|filter\w*|reduce|fold|forEach|each|sort(_?by)?\w*|sorted|min_?by|max_?by|group_?by|find\w*|some|every|then|catch|finally|key|Where|Select(Many)?|OrderBy\w*|ThenBy\w*|(Then)?Include|First\w*|Single\w*|Any\w*|All\w*|Count\w*|Sum\w*|Min\w*|Max\w*|RuleFor\w*|Property|Has\w+|With(One|Many)|let|apply|also|run|takeIf|wraps|update_wrapper|partial|isinstance|issubclass|mapped_column|Column|relationship|select|aliased|cast|field|Factory|mock\w*|patch)$/

/** Types outside whose members are run by a library when something comes in, and the members that it runs. */
export const HANDLING_TYPES =
  /^I?\w*(RequestHandler|NotificationHandler|EventHandler|MessageHandler|CommandHandler|QueryHandler|Consumer|MessageListener|EventListener|Middleware|HostedService|BackgroundService|Worker|Job|Filter|Interceptor|HttpServlet|CommandLineRunner|ApplicationRunner|PipelineBehavior)$/
export const HANDLING_MEMBERS =
  /^(handle|handleAsync|consume|onMessage|onEvent|onApplicationEvent|execute|executeAsync|startAsync|run|doWork|perform|doGet|doPost|doPut|doDelete|doFilter|preHandle|postHandle|invoke|invokeAsync|intercept|OnAction\w+)$/i

/** Types and functions of what others put under a path of theirs, so that a path there is the end of a path. */
export const MOUNTED =
  /^(path|re_path|url|Router|RouterGroup|Group|IRouter|IRoutes|Blueprint|APIRouter|SubRouter|Subrouter|RouteGroupBuilder|MapGroup|Namespace)$/

/** Files whose top level is a program, as their language says; scripts of builds are none of the product's. */
export const PROGRAM_FILE = /\.csx?$|(^|\/)__main__\.py$|(?<!\.gradle)\.kts$/

/** What a type says of the paths of all its members. */
export const PREFIX = /^(RequestMapping|Route|RouteAttribute|RoutePrefix|Controller|Path)$/

/** The verb in a name that registers a route. */
export const VERB_OF = /^(?:Http|Map)?(get|post|put|patch|delete|head|options|all|any)(?:Mapping|Attribute)?$/i

/** Decorators that take a path and a list of verbs. */
export const LISTS_VERBS = /^(route|api_route)$/

/** Texts that are verbs of requests. */
export const VERBS = /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/

/** A function of this name that its own file alone runs is where a program begins. */
export const MAIN = /^main$/i

/** What the platform runs when it loads code, before a program begins. */
export const LOADED = /^init$/

/** Names that a platform runs by itself: nobody has to say them, and nobody outside does. */
export const IMPLIED = /^__\w+__$/

/** Registered with a framework of tests: tests are told apart, and are no entry. */
export const TESTING =
  /^(test|it|describe|suite|specify|before|after|beforeEach|afterEach|beforeAll|afterAll|Test|Fact|Theory|fixture|BeforeEach|AfterEach|parametrize)$/
