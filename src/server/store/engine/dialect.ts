/** The only file that asks which database it is. */
import { setTimeout as pause } from 'node:timers/promises'
import {
  type ColumnDefinitionBuilder,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Expression,
  type Kysely,
  type LimitNode,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool,
  type RawBuilder,
  type SelectQueryBuilder,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  ValueNode,
} from 'kysely'
import { StartError } from '#server/base/start-error.ts'
import { postgresCountTriggers, sqliteCountTriggers } from '#server/store/history/count-triggers.ts'
import {
  postgresSearchIndex,
  postgresSearchTriggers,
  sqliteSearchIndex,
  sqliteSearchTriggers,
} from '#server/store/history/search-triggers.ts'
import { refuseForeign } from '#server/store/migrations/foreign-file.ts'
import type { Transacting } from './schema.ts'
import {
  forKysely,
  isBusy,
  openFile,
  SQLITE_FULL,
  SQLITE_NOTADB,
  type SqliteConnection,
  sqliteCode,
} from './sqlite.ts'
import { StoreFullError } from './store-errors.ts'

/** How long a single statement tries again, and how long it pauses in between. */
const BUSY_WAIT_MS = 200
const BUSY_PAUSE_MS = 10

export type SqliteFile = {
  dialect: Dialect
  /** From now on nothing waits inside SQLite, which would stop the event loop. */
  neverBlock: () => void
  /** A number that changes when another process has written to the file. */
  foreignVersion: () => number
}

/** @throws StartError when the file is another program's */
export function openSqlite(path: string): SqliteFile {
  refuseForeign(path)
  const database = openFile(path)
  const version = database.prepare('pragma data_version')
  return {
    dialect: new PatientDialect(forKysely(database)),
    neverBlock: () => database.exec('pragma busy_timeout = 0'),
    foreignVersion: () => Number(version.get()?.data_version),
  }
}

/** The same database, asked by another driver. */
export const readerDialect = (driver: Driver): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => driver,
  createIntrospector: db => new SqliteIntrospector(db),
  createQueryCompiler: () => new LiteralLimits(),
})

export const postgresDialect = (pool: PostgresPool): Dialect => new PostgresDialect({ pool })

/** Whatever is open on a database. */
type Open = Pick<Kysely<unknown>, 'getExecutor'>

export const databaseType = (db: Open): 'sqlite' | 'postgres' =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'

const isPostgres = (db: Open): boolean => databaseType(db) === 'postgres'

/** Letters alone, without case and accents. */
export const folded = (text: Expression<string | null>) => sql<string>`fold(${text})`

/**
 * Whoever runs this in a transaction is alone with `what` until its end. SQLite lets only one write
 * anyway.
 */
export async function holdAlone(trx: Transacting, what: string): Promise<void> {
  if (isPostgres(trx))
    await sql`select pg_advisory_xact_lock(hashtextextended(${what}, 0))`.execute(trx)
}

/** The clock of all who write there. Milliseconds UTC. */
export async function sharedClock(db: Open): Promise<number> {
  if (!isPostgres(db)) return Date.now()
  const { rows } = await sql<{ now: number }>`select ${databaseNow} as now`.execute(db)
  return rows[0]?.now ?? Date.now()
}

/** PostgreSQL's clock. Milliseconds UTC. */
export const databaseNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** The rows of a table that are read can't be deleted before the transaction ends. */
export const undeletable = <DB, Table extends keyof DB & string, Row>(
  db: Open,
  table: Table,
  query: SelectQueryBuilder<DB, Table, Row>,
): SelectQueryBuilder<DB, Table, Row> => (isPostgres(db) ? query.forKeyShare(table) : query)

/**
 * Rows given as one JSON list of objects: the statement stays the same however many there are.
 * @param columns their names, which are the objects' keys, with their types
 */
export function givenRows<Row>(
  db: Open,
  json: string,
  columns: { readonly [Name in keyof Row & string]: 'bigint' | 'text' },
): RawBuilder<Row> {
  const all = Object.entries<'bigint' | 'text'>(columns)
  if (isPostgres(db)) {
    const defined = all.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`)
    return sql`(select * from json_to_recordset(${json}::json) as given(${sql.join(defined)}))`
  }
  const picked = all.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`)
  return sql`(select ${sql.join(picked)} from json_each(${json}))`
}

/** Whether a column has one of the values: the statement stays the same however many there are. */
export const isOneOf = (
  db: Open,
  column: string,
  values: readonly string[],
): RawBuilder<boolean> =>
  isPostgres(db)
    ? sql`${sql.ref<string>(column)} = any(${values}::text[])`
    : sql`${sql.ref<string>(column)} in (select value from json_each(${JSON.stringify(values)}))`

/**
 * Whether a row that is looked up by its own id is the account's, or the lane's. SQLite would take
 * these for what tells rows apart best, and read all that they have.
 */
export const belongsTo = (db: Open, column: string, owner: string): RawBuilder<boolean> =>
  isPostgres(db)
    ? sql`${sql.ref<string>(column)} = ${owner}`
    : sql`+${sql.ref<string>(column)} = ${owner}`

/** What tables are made of. Texts sort by their code points everywhere. */
export const columnTypes = (db: Open) =>
  isPostgres(db)
    ? {
        text: sql`text collate "C"`,
        instant: sql`timestamptz`,
        truth: sql`boolean`,
        serial: sql`bigint`,
        asSerial: (column: ColumnDefinitionBuilder) => column.generatedByDefaultAsIdentity(),
      }
    : {
        text: sql`text`,
        instant: sql`date`,
        truth: sql`integer`,
        serial: sql`integer`,
        asSerial: (column: ColumnDefinitionBuilder) => column.autoIncrement(),
      }

/** Ends a table whose rows lie in the order of their key, where the database can do that. */
export const inOrderOfKey = (db: Open) => (isPostgres(db) ? sql`` : sql`without rowid`)

/** Counts what becomes of alerts, as `count-triggers.ts` says. */
export async function createCountTriggers(db: Kysely<unknown>): Promise<void> {
  const statements = isPostgres(db) ? postgresCountTriggers : sqliteCountTriggers
  for (const statement of statements) await statement.execute(db)
}

/** Notes which alerts the search has to be told of, as `search-triggers.ts` says. */
export async function createSearchTriggers(db: Kysely<unknown>): Promise<void> {
  const statements = isPostgres(db) ? postgresSearchTriggers : sqliteSearchTriggers
  for (const statement of statements) await statement.execute(db)
}

/** Finds texts of `search_texts` by any three characters of theirs, and so by more. */
export async function createSearchIndex(db: Kysely<unknown>): Promise<void> {
  const statements = isPostgres(db) ? postgresSearchIndex : sqliteSearchIndex
  for (const statement of statements) await statement.execute(db)
}

/** The `seq` of every text that has another one in it. @param text folded, of three characters or more */
export const textsWith = (db: Open, text: string): RawBuilder<{ seq: number }> =>
  isPostgres(db)
    ? sql`(select seq from search_texts where text like ${`%${likeText(text)}%`})`
    : sql`(select rowid as seq from search_trigrams where text glob ${`*${globText(text)}*`})`

/** Wildcards of `like`, taken as the characters that they are. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

const globText = (text: string): string => text.replace(/[*?[]/g, '[$&]')

/** What keeps the search fast, done while nobody writes; null where the database does it by itself. */
export const searchTidying = (db: Open): ((trx: Transacting) => Promise<boolean>) | null =>
  isPostgres(db) ? null : tidyTrigrams

/** Pages of the trigrams that are put in order at a time. */
const TIDIED_PAGES = 50

/**
 * Takes some milliseconds, and a tenth of a second where it comes by a trigram that a million alerts
 * have: it ends between two trigrams.
 * @returns whether there may be more to do
 */
async function tidyTrigrams(trx: Transacting): Promise<boolean> {
  const before = await totalChanges(trx)
  await sql`insert into search_trigrams (search_trigrams, rank)
    values ('merge', ${sql.lit(TIDIED_PAGES)})`.execute(trx)
  // FTS5 counts one change where there was nothing to do.
  return (await totalChanges(trx)) - before > 1
}

async function totalChanges(trx: Transacting): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(trx)
  return rows[0]?.changes ?? 0
}

/** `fold`, which every connection to SQLite brings along; in PostgreSQL it stands in the database. */
export async function createFold(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return
  // Texts of one byte a character have no accents, and most payloads are such texts.
  await sql`
    create function fold(whole text) returns text language sql immutable parallel safe strict
    return lower(
      case when octet_length(whole) = length(whole) then whole
      else regexp_replace(normalize(whole, NFD), ${sql.lit(`[${markRanges()}]`)}, '', 'g') end
      collate "und-x-icu")`.execute(db)
}

/** Every accent and other mark, as PostgreSQL's regular expressions want it. */
function markRanges(): string {
  const ranges: { first: number; last: number }[] = []
  for (let code = 0; code <= LAST_CODE_POINT; code += 1) {
    if (!/\p{M}/u.test(String.fromCodePoint(code))) continue
    const range = ranges.at(-1)
    if (range?.last === code - 1) range.last = code
    else ranges.push({ first: code, last: code })
  }
  const escaped = (code: number) => `\\U${code.toString(16).padStart(8, '0')}`
  return ranges.map(({ first, last }) => `${escaped(first)}-${escaped(last)}`).join('')
}

const LAST_CODE_POINT = 0x10ffff

/** Why the file can't be used, as one Spanish sentence; any other error comes back as it is. */
export function asStartError(thrown: unknown, path: string): unknown {
  const error = thrown instanceof StoreFullError ? thrown.cause : thrown
  const code = sqliteCode(error)
  if (code === 0) return thrown
  const message =
    code === SQLITE_NOTADB
      ? `El archivo ${path} no es una base de datos de Pregonero. Recupéralo de una copia o pon otra carpeta en DATA_DIR.`
      : `No se puede usar la base de datos ${path} (${error instanceof Error ? error.message : code}). Revisa sus permisos, el espacio en disco y qué programas la usan.`
  return new StartError(message, { cause: error })
}

class PatientDialect extends SqliteDialect {
  readonly #database: SqliteConnection

  constructor(database: SqliteConnection) {
    super({ database })
    this.#database = database
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }

  override createDriver(): SqliteDriver {
    return new PatientDriver(this.#database)
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new LiteralLimits()
  }
}

/** Tables are made and changed in transactions like everything else, whatever Kysely believes. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** SQLite plans a query anew for every value bound to its limit, which takes longer than to run it. */
class LiteralLimits extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit ')
    if (ValueNode.is(limit) && typeof limit.value === 'number') this.append(limit.value.toFixed())
    else this.visitNode(limit)
  }
}

/**
 * Statements of their own try again for a moment while another process writes. Transactions are
 * begun anew by whoever asked for them, so that nobody waits behind one that waits.
 */
class PatientDriver extends SqliteDriver {
  readonly #database: SqliteConnection
  #hasBegun = false

  constructor(database: SqliteConnection) {
    super({ database })
    this.#database = database
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await super.beginTransaction(connection)
    this.#hasBegun = true
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    this.#hasBegun = false
  }

  /** On a full disk SQLite has done it by itself. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#hasBegun = false
    if (this.#database.isTransaction()) await super.rollbackTransaction(connection)
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    return {
      streamQuery: (query, chunkSize, options) => connection.streamQuery(query, chunkSize, options),
      executeQuery: async (query, options) => {
        // What was left of a transaction that is gone would be kept, each statement for itself.
        if (this.#hasBegun && !this.#database.isTransaction())
          throw new StoreFullError('the transaction was rolled back')
        const begun = performance.now()
        for (;;) {
          try {
            return await connection.executeQuery(query, options)
          } catch (error) {
            if (sqliteCode(error) === SQLITE_FULL)
              throw new StoreFullError('the disk is full', { cause: error })
            const isTooLate = performance.now() - begun >= BUSY_WAIT_MS
            if (query.sql === 'begin' || isTooLate || !isBusy(error)) throw error
            await pause(BUSY_PAUSE_MS)
          }
        }
      },
    }
  }
}
