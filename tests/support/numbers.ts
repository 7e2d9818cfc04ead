import { type RawBuilder, sql } from 'kysely'

/** Rows of a statement: on PostgreSQL a statement must end within 3.5 s, however slow the machine is. */
const PART = 5_000

/** Tables `numbers (n)` for statements that together see the numbers from 1 to `last`. */
export function numbersTo(last: number): RawBuilder<unknown>[] {
  return Array.from({ length: Math.ceil(last / PART) }, (_, part) => {
    const [first, end] = [part * PART + 1, Math.min((part + 1) * PART, last)]
    return sql`with recursive numbers (n) as (
      select ${sql.lit(first)} union all select n + 1 from numbers where n < ${sql.lit(end)}
    )`
  })
}
