/** Fills every table with rows, including tables added in the future. */
import { type ColumnMetadata, sql } from 'kysely'
import { databaseType } from '#server/store/engine/dialect.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { ourTables } from '#server/store/move/moved-tables.ts'

const ROWS = 3
/** Rows made by the database's own triggers have lower numbers. */
const NOTED = 1_000

/** All texts of a row are equal, so that it refers to the rows of the same number elsewhere. */
export async function fillEveryTable(db: Database): Promise<void> {
  const tables = await db.introspection.getTables()
  for (const { name } of ourTables) {
    const table = tables.find(one => one.name === name)
    for (let n = 1; table && n <= ROWS; n += 1) {
      const values = table.columns.map(column => madeUp(db, column, n))
      const columns = table.columns.map(column => sql.ref(column.name))
      await sql`insert into ${sql.table(name)} (${sql.join(columns)})
        values (${sql.join(values)})`.execute(db)
    }
  }
}

function madeUp(db: Database, { name, dataType }: ColumnMetadata, n: number): unknown {
  if (/^(date|timestamptz)$/i.test(dataType)) return new Date(n).toISOString()
  if (/^bool/i.test(dataType)) return true
  if (name === 'emailVerified' || name === 'backedUp')
    return databaseType(db) === 'sqlite' ? 1 : true
  if (/^(big)?int|^integer/i.test(dataType)) return name === 'seq' ? n + NOTED : n
  return `«${n}» ñ 🚀 \\u0000 '"`
}
