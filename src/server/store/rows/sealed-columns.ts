/** All columns with values sealed by a secret box; an empty text is not sealed. */
import { sql } from 'kysely'
import type { SecretBox } from '#server/base/secrets.ts'
import { asJson, rowsFromJson } from '#server/store/engine/dialect.ts'
import type { Database } from '#server/store/engine/schema.ts'

export type SealedColumn = {
  table: string
  /** Unique text column of the table. */
  key: string
  column: string
  /** In Spanish, singular and plural. */
  title: readonly [one: string, many: string]
}

export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'connections',
    key: 'id',
    column: 'telegram_bot_token',
    title: ['token de una conexión', 'tokens de conexiones'],
  },
  {
    table: 'chat_links',
    key: 'code_hash',
    column: 'token',
    title: ['token de un enlace', 'tokens de enlaces'],
  },
  {
    table: 'second_factors',
    key: 'user_id',
    column: 'secret',
    title: ['clave de una verificación en dos pasos', 'claves de verificaciones en dos pasos'],
  },
]

type SealedValue = { key: string; sealed: string }

/** Next values in the order of their keys. @param after last key read; empty: from the start */
export async function readSealed(
  db: Database,
  { table, key, column }: SealedColumn,
  after: string,
  limit: number,
): Promise<SealedValue[]> {
  const { rows } = await sql<SealedValue>`
    select ${sql.ref(key)} as "key", ${sql.ref(column)} as sealed from ${sql.table(table)}
    where ${sql.ref(key)} > ${after} and ${sql.ref(column)} <> ''
    order by ${sql.ref(key)} limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** Numbers of values sealed with an older key of the ring, and with a key missing from it. */
export async function countSealedOtherwise(
  db: Database,
  box: Pick<SecretBox, 'hasKeyOf' | 'isCurrent'>,
): Promise<{ older: number; missing: number }> {
  const counts = { older: 0, missing: 0 }
  for (const column of sealedColumns) {
    let values: SealedValue[] = []
    do {
      values = await readSealed(db, column, values.at(-1)?.key ?? '', COUNTED_AT_ONCE)
      for (const { sealed } of values) {
        if (!box.hasKeyOf(sealed)) counts.missing += 1
        else if (!box.isCurrent(sealed)) counts.older += 1
      }
    } while (values.length === COUNTED_AT_ONCE)
  }
  return counts
}

/** Values per statement. */
const COUNTED_AT_ONCE = 1_000

/**
 * Replaces values in one statement; values changed since they were read stay.
 * @returns number of replaced values
 */
export async function replaceSealed(
  db: Database,
  { table, key, column }: SealedColumn,
  values: readonly (SealedValue & { sealedAnew: string })[],
): Promise<number> {
  type Given = { key: string; sealed: string; sealedAnew: string }
  const given = rowsFromJson<Given>(db, asJson(values), {
    key: 'text',
    sealed: 'text',
    sealedAnew: 'text',
  })
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = given."sealedAnew" from ${given} as given
    where ${sql.ref(`${table}.${key}`)} = given."key"
      and ${sql.ref(`${table}.${column}`)} = given.sealed`.execute(db)
  return Number(numAffectedRows)
}
