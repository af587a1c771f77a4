// Where a flow leaves the repository for the world, as data: kinds of sink by what they touch, and the packages that do.

/** Kinds of sink, by permanent code. */
export const SINK_KINDS = {
  database: { code: 1, doc: "Reads or writes a database" },
  network: { code: 2, doc: "Talks to another machine" },
  file: { code: 3, doc: "Reads or writes files" },
  process: { code: 4, doc: "Runs another program" },
} as const

export type SinkKind = keyof typeof SINK_KINDS

export interface SinkRule {
  readonly kind: SinkKind
  /** Of `package:name` of what is called outside. */
  readonly named: RegExp
}

/** The first that fits decides. */
export const SINK_RULES: ReadonlyArray<SinkRule> = [
  {
    kind: "database",
    named:
      /^(@prisma\/client|\.prisma|prisma|knex|pg|mysql2?|sqlite3|better-sqlite3|mongodb|mongoose|typeorm|sequelize|ioredis|redis|sqlalchemy|flask_sqlalchemy|psycopg2?|pymongo|peewee|sqlite3|django\.db|database\/sql|gorm\.io|github\.com\/jinzhu\/gorm|github\.com\/jmoiron\/sqlx|go\.mongodb\.org|java\.sql|javax\.persistence|jakarta\.persistence|org\.springframework\.(data|jdbc)|org\.hibernate|System\.Data|Microsoft\.EntityFrameworkCore|Dapper|org\.jetbrains\.exposed|androidx\.room)\b/i,
  },
  {
    kind: "process",
    named:
      /^(node:)?child_process\b|^(execa|subprocess|os\/exec)\b|^os:(system|popen|exec\w*|spawn\w*)$|ProcessBuilder|System\.Diagnostics/,
  },
  {
    kind: "network",
    named:
      /^(node:)?(https?|net|dgram|tls)\b|^(axios|got|node-fetch|undici|superagent|ws|requests|httpx|aiohttp|urllib3?|smtplib|socket|nodemailer|okhttp3|retrofit2|java\.net|java\.net\.http|io\.ktor\.client|System\.Net|grpc|google\.golang\.org\/grpc|net\/smtp)\b|:(fetch|XMLHttpRequest|WebSocket)$|^net\/http:(Get|Post|Head|Client\b)/,
  },
  {
    kind: "file",
    named:
      /^(node:)?fs(\/promises)?\b|^(fs-extra|shutil|pathlib|io\/ioutil|bufio|java\.io|java\.nio\.file|kotlin\.io|okio|System\.IO)\b|^os:(Open|OpenFile|Create|ReadFile|WriteFile|Remove|RemoveAll|Mkdir\w*|Rename|remove|rename|makedirs|mkdir|unlink)$|:open$/,
  },
]
