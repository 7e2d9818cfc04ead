import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { Kysely, sql } from 'kysely'
import type { Database, Tables, Transacting } from '#server/store/engine/schema.ts'
import { isDamaged, sqliteCode } from '#server/store/engine/sqlite.ts'
import { type ConnectSqlite, sqliteDialect } from '#server/store/engine/sqlite-dialect.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { writeSetting } from '#server/store/rows/settings.ts'
import { searchTables } from './search-tables.ts'
import { type FoundAlert, sizeOfAlert } from './search-texts.ts'

/** Format version; a file of another version is made anew. */
const FORM = 3
/** Setting with the id of the file that belongs to this database. */
const SEARCH_FILE = 'search-file'
const SQLITE_ERROR = 1

/** The searched database, and how its files are opened. */
type Beside = { db: Database; path: string; connect?: ConnectSqlite | undefined }

/**
 * Search texts on SQLite, in a file beside the database's file; its connection only reads the database.
 * The file's content is derived from the alerts, so a file that is missing, damaged or of another database is
 * made anew and filled in steps.
 */
export class SearchFile implements AsyncDisposable {
  readonly #path: string
  readonly #beside: Beside
  #db: Database | undefined
  #isFit = false
  /** True once all alerts that are older than the file are in it. */
  isWhole = false

  constructor(path: string, beside: Beside) {
    this.#path = path
    this.#beside = beside
  }

  /** Connection on its own thread: writes the texts, reads all tables of the database. */
  get db(): Database {
    const options = { path: this.#path, isReader: false, beside: this.#beside.path }
    this.#db ??= new Kysely<Tables>({ dialect: sqliteDialect(options, this.#beside.connect) })
    return this.#db
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#db?.destroy()
  }

  /** Ensures that the file is usable, or makes it anew. */
  async prepare(): Promise<void> {
    if (this.#isFit) return
    if (!(await this.#belongs())) await this.#makeAnew()
    const unread = await sql`select 1 from search_state where unread > 0`.execute(this.db)
    this.isWhole = unread.rows.length === 0
    this.#isFit = true
  }

  /** Makes the file anew if the error says that it is damaged. @returns whether it did */
  async heal(error: unknown): Promise<boolean> {
    if (!isDamaged(error)) return false
    this.#isFit = false
    await this.#makeAnew()
    return true
  }

  /** Stores the newest note that the texts include. */
  async keepNote(trx: Transacting, seq: number): Promise<void> {
    await sql`update search_state set last_note = max(last_note, ${seq})`.execute(trx)
  }

  /** The next alerts without a text among those older than the file, newest first. */
  async unread(trx: Transacting, limit: number): Promise<FoundAlert[]> {
    const { rows } = await sql<FoundAlert>`
      select rowid as seq, id as alert_id, ${sizeOfAlert} as size from alerts
      where rowid < (select unread from search_state)
        and not exists (select 1 from search_texts where search_texts.alert_id = alerts.id)
      order by rowid desc limit ${sql.lit(limit)}`.execute(trx)
    return rows
  }

  /** Stores that all alerts down to `last` have a text; undefined: all alerts have. */
  async keepRead(trx: Transacting, last: FoundAlert | undefined): Promise<void> {
    await sql`update search_state set unread = ${last?.seq ?? 0}`.execute(trx)
  }

  /**
   * True if the file was made for this database and the database is not older than the file, as one from a backup
   * is: it must have numbered the last note that the texts include.
   */
  async #belongs(): Promise<boolean> {
    try {
      const { rows } = await sql`
        select 1 from search_state
        where form = ${FORM}
          and id = (select value from settings where name = ${SEARCH_FILE})
          and last_note <= coalesce(
            (select seq from beside.sqlite_sequence where name = 'search_changes'), 0)`.execute(
        this.db,
      )
      return rows.length > 0
    } catch (error) {
      if (isDamaged(error) || sqliteCode(error) === SQLITE_ERROR) return false
      throw error
    }
  }

  async #makeAnew(): Promise<void> {
    await this.#db?.destroy()
    this.#db = undefined
    for (const end of ['', '-wal', '-shm']) await rm(`${this.#path}${end}`, { force: true })
    const id = randomUUID()
    await transaction(this.db, async trx => {
      for (const table of searchTables) await table.execute(trx)
      await sql`
        create table search_state as select ${FORM} as form, ${id} as id, 0 as last_note,
          coalesce(max(rowid), 0) + 1 as unread from alerts`.execute(trx)
    })
    await transaction(this.#beside.db, trx => writeSetting(trx, SEARCH_FILE, id))
  }
}
