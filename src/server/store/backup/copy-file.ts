/** Copies a SQLite file while others write to it, and compares the copy with the original. */
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { StartError } from '#server/base/errors.ts'
import { copyDatabase } from '#server/store/engine/sqlite-copy.ts'

/** How long to wait for a program that is opening the file. Milliseconds. */
const BUSY_WAIT_MS = 5_000

/**
 * Copies the contents of a file at one moment, including its log, and compares all rows.
 * @param target an empty file; incomplete if this fails
 * @returns number of rows of each table
 * @throws StartError if the copy differs
 */
export async function copyFile(source: string | URL, target: string): Promise<Map<string, number>> {
  using from = new DatabaseSync(source, { readOnly: true, timeout: BUSY_WAIT_MS })
  from.prepare('attach ? as copy').run(readOnly(target))
  // Reads in this transaction see the file as it is at this moment, and block no writer.
  from.exec('begin')
  const tables = from
    .prepare(TABLES)
    .all()
    .map(({ name }) => String(name))
  await copyDatabase(from, target)
  const counts = new Map<string, number>()
  for (const table of tables) {
    const { here, there, same } = countRows(from, table)
    if (here !== there || here !== same)
      throw new StartError(`La copia no quedó como su original (la tabla ${table}): no se guarda.`)
    counts.set(table, here)
  }
  return counts
}

/** Names of the original's tables: `main` is the original, and the copy is still empty. */
const TABLES = `select name from main.sqlite_schema where type = 'table'`

/** Rows of a table in each file, and those with the same key and the same values in both. */
function countRows(database: DatabaseSync, table: string) {
  const columns = database.prepare('select name, pk from pragma_table_info(?)').all(table)
  const keys = columns.filter(({ pk }) => Number(pk) > 0)
  const all = (of: string, some: typeof columns) =>
    some.map(({ name }) => `${of}.${quoted(String(name))}`).join()
  const key = (of: string) => (isKeyed(database, table) ? all(of, keys) : `${of}.rowid`)
  const name = quoted(table)
  const counted = database
    .prepare(`select (select count(*) from main.${name}) as here,
      (select count(*) from copy.${name}) as there,
      (select count(*) from main.${name} as one join copy.${name} as other
        on (${key('one')}) = (${key('other')})
        where (${all('one', columns)}) is (${all('other', columns)})) as same`)
    .get()
  return {
    here: Number(counted?.here),
    there: Number(counted?.there),
    same: Number(counted?.same),
  }
}

/** Whether the table is one without rowid, whose rows are identified by its key. */
const isKeyed = (database: DatabaseSync, table: string): boolean =>
  database.prepare(`select wr from pragma_table_list where schema = 'main' and name = ?`).get(table)
    ?.wr === 1

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const readOnly = (path: string): string => `${pathToFileURL(path).href}?mode=ro`
