import { type RawBuilder, sql } from 'kysely'
import { foldText } from '#shared/format.ts'
import { folded, likeText } from './dialect.ts'

/** Whether one of the columns has the text in it, whatever the case and accents of either. */
export function containing(columns: readonly string[], text: string): RawBuilder<boolean> {
  const pattern = `%${likeText(foldText(text))}%`
  const each = columns.map(
    column => sql`${folded(sql.ref<string>(column))} like ${pattern} escape '\\'`,
  )
  return sql`(${sql.join(each, sql` or `)})`
}
