// Where a flow leaves the repository for the world, as data: kinds of sink by what they touch, the packages that do, and what
// their members do there.

import { beginningWith } from "./words.ts"

/** Kinds of sink, by permanent code. */
export const SINK_KINDS = {
  database: { code: 1, doc: "Reads or writes a database" },
  network: { code: 2, doc: "Talks to another machine" },
  file: { code: 3, doc: "Reads or writes files" },
  process: { code: 4, doc: "Runs another program" },
} as const

export type SinkKind = keyof typeof SINK_KINDS

/** What a call does outside, the more telling the higher; 0 is nothing. */
export const ACCESS = { none: 0, touches: 1, reads: 2, writes: 3, serves: 4 } as const

export interface SinkRule {
  readonly kind: SinkKind
  /** Of `package:name` of what is called outside. */
  readonly named: RegExp
  /** Of the same: what only builds, declares or describes there. */
  readonly not?: RegExp
  /** Packages of which only names that are known to read, write or connect do so: the rest makes queries and models. */
  readonly knownOnly?: true
}

/** The first that fits decides. */
export const SINK_RULES: ReadonlyArray<SinkRule> = [
  {
    kind: "database",
    named:
      /^(@prisma\/client|\.prisma|prisma|knex|pg|mysql2?|sqlite3|better-sqlite3|mongodb|mongoose|typeorm|sequelize|ioredis|redis|flask_sqlalchemy|sqlalchemy|psycopg2?|pymongo|peewee|django\.db|database\/sql|gorm\.io|github\.com\/jinzhu\/gorm|github\.com\/jmoiron\/sqlx|go\.mongodb\.org|java\.sql|javax\.persistence|jakarta\.persistence|org\.springframework\.(data|jdbc)|org\.hibernate|System\.Data|Microsoft\.EntityFrameworkCore|Dapper|org\.jetbrains\.exposed|androidx\.room)\b/i,
    // Statements of SQLAlchemy say what to do, and sessions do it; pages of Spring Data are values.
    not:
      /^sqlalchemy:(select|insert|update|delete|count|exists)$|^sqlalchemy\.orm:(select|count|exists)$|^sqlalchemy\.sql|^org\.springframework\.data\.domain\b/,
    knownOnly: true,
  },
  {
    // Members of EF Core that no other library has, where a file does not tell which of its namespaces they come from.
    kind: "database",
    named:
      /^\*:(SaveChanges(Async)?|(First|FirstOrDefault|Single|SingleOrDefault|Find|ToList|ToArray|Any|Count|LongCount|Load)Async|Add(Range)?Async|AttachRange|RemoveRange|UpdateRange|Execute(Update|Delete)(Async)?|FromSql\w*|ExecuteSql\w*|Ensure(Created|Deleted)(Async)?|Migrate(Async)?)$/,
  },
  {
    kind: "process",
    named:
      /^(node:)?child_process:|^(execa|subprocess|os\/exec):|^os:(system|popen|exec\w*|spawn\w*)$|:ProcessBuilder$|^java\.lang:exec$|^System\.Diagnostics:(Start|Process)$/,
    not: /:(CompletedProcess|list2cmdline|PIPE)$/,
  },
  {
    kind: "network",
    named:
      /^(node:)?(https?|net|dgram|tls):|^(axios|got|node-fetch|undici|superagent|ws|requests|httpx|aiohttp|urllib3|urllib\.request|smtplib|socket|nodemailer|okhttp3|retrofit2|java\.net|java\.net\.http|io\.ktor\.client|System\.Net\.Http|grpc|google\.golang\.org\/grpc|net\/smtp|flask_mail|elasticsearch|boto3)\b|^org\.springframework\.mail|^(javax|jakarta)\.mail|:(fetch|XMLHttpRequest|WebSocket)$|^net\/http:(Get|Post|PostForm|Head|Do|ListenAndServe(TLS)?|Serve(TLS)?|Shutdown)$|^net:(Dial\w*|Listen\w*)$|^github\.com\/gin-gonic\/gin:Run\w*$|^(express|fastify|koa|polka|restify):listen$|^(flask|uvicorn|aiohttp\.web|bottle|tornado\.\w+|waitress):(run|run_app|serve|listen)$/,
    not:
      /:(json|text|status_code|raise_for_status|STATUS_CODES|URI|create|toString|encode|decode|init_app|Message|attach|Headers?|FormData|HTTPStatus|quote|exceptions|\w*(Error|Exception))$/,
  },
  {
    kind: "file",
    named:
      /^(node:)?fs(\/promises)?:|^(fs-extra|shutil|pathlib|tempfile|io\/ioutil|bufio|java\.io|java\.nio\.file|kotlin\.io|okio|System\.IO)\b|^os:(Open|OpenFile|Create|ReadFile|WriteFile|ReadDir|Remove|RemoveAll|Mkdir\w*|Rename|remove|rename|replace|makedirs|mkdir|rmdir|unlink|listdir|scandir)$|^(platform|io|codecs|gzip):open$/,
    not:
      /:(print\w*|Path|PurePath|Paths|of|joinpath|relative_to|with_suffix|with_name|resolve|toString|getName|getPath|StringReader|StringWriter|ByteArray\w*|Combine|GetFileName\w*|GetExtension|GetDirectoryName|MemoryStream|StringIO|BytesIO|\w*(Error|Exception))$/,
  },
]

/** Names by which something outside is changed. */
export const WRITING = beginningWith(
  "save insert create update upsert delete remove destroy add persist merge store truncate drop send publish emit write " +
    "post put patch copy move rename unlink mkdir makedirs rmtree rm append bulk executeUpdate execute_update firstOrCreate " +
    "findOrCreate get_or_create autoMigrate migrate ensureCreated attachRange attach_range system spawn",
)

/** Names by which something outside is asked. */
export const READING = beginningWith(
  "find get select query fetch fetchall fetchone first last single scan count exists any all one scalar scalars list load " +
    "read paginate aggregate groupBy group_by search related pluck raw execute executemany exec take row rows open request " +
    "head download to",
)

/** Names by which a program begins to answer others. */
export const SERVING = beginningWith("listen listenAndServe listenAndServeTLS serve run run_app runTLS")

/** Names by which something outside is reached at all. */
export const TOUCHING =
  /^\$?(open|connect|disconnect|close|begin|commit|rollback|flush|ping|transaction|create_?engine|from_?url)/i

/** Members of an interface that these stand behind, by name of the base or decorator, are made outside. */
export const REPOSITORY = /(Repository|Dao|Mapper|Store)$/i
export const REPOSITORY_DECORATORS = /^(Dao|Mapper|Repository)$/
