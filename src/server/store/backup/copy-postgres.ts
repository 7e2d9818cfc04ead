/** Copies the contents of a PostgreSQL into a SQLite file, while others write to the PostgreSQL. */
import { Kysely, sql } from 'kysely'
import { StartError } from '#server/base/errors.ts'
import type { Database, Tables, Transacting } from '#server/store/engine/schema.ts'
import { asStartError, sqliteDialect } from '#server/store/engine/sqlite-dialect.ts'
import type { ReachOptions } from '#server/store/engine/wait-for-postgres.ts'
import { migrate, newestMigration } from '#server/store/migrations/migrate.ts'
import { copyRows, DifferentRowsError, type OnProgress } from '#server/store/move/copy-rows.ts'
import { copiedTables } from '#server/store/move/moved-tables.ts'
import { withoutTimeouts } from '#server/store/postgres-store.ts'

/**
 * Copies all rows of one snapshot into a SQLite file of the same form, and compares them value by value.
 * @param target an empty file; incomplete if this fails
 * @returns number of rows of each table
 * @throws StartError
 */
export function copyPostgres(
  databaseUrl: string,
  target: string,
  onProgress: OnProgress,
  reaching?: Partial<ReachOptions>,
): Promise<Map<string, number>> {
  const copy = async (from: Transacting) => {
    const last = await newestMigration(from)
    if (last === undefined)
      throw new StartError('En el PostgreSQL de DATABASE_URL no hay nada que copiar.')
    await using to = openFile(target)
    try {
      await migrate(to.db, { last })
      return await to.db.transaction().execute(trx => copyAll(from, trx, onProgress))
    } catch (error) {
      throw error instanceof DifferentRowsError
        ? new StartError(
            `La copia no quedó como su original (la tabla ${error.table.name}): no se guarda.`,
          )
        : asStartError(error, target)
    }
  }
  return withoutTimeouts(
    databaseUrl,
    db =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(copy),
    reaching,
  )
}

function openFile(path: string): AsyncDisposable & { db: Database } {
  const db = new Kysely<Tables>({ dialect: sqliteDialect({ path, isReader: false }) })
  return { db, [Symbol.asyncDispose]: () => db.destroy() }
}

/** Copies the counts as well: the file's triggers, which would note changes, are dropped meanwhile. */
async function copyAll(
  from: Transacting,
  to: Transacting,
  onProgress: OnProgress,
): Promise<Map<string, number>> {
  const { rows: triggers } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_schema where type = 'trigger'`.execute(to)
  for (const { name } of triggers) await sql`drop trigger ${sql.ref(name)}`.execute(to)
  const copied = await copyRows(from, to, await copiedTables(to), onProgress)
  for (const trigger of triggers) await sql.raw(trigger.sql).execute(to)
  return new Map(copied.map(({ name, rows }) => [name, rows]))
}
