import { type Expression, type RawBuilder, sql } from 'kysely'
import { foldText } from '#shared/format.ts'
import { folded } from './dialect.ts'

/** Whether a folded text contains another one. */
const contains = (folded: Expression<string>, text: string): RawBuilder<boolean> =>
  sql`${folded} like ${`%${likeText(foldText(text))}%`} escape '\\'`

/** Whether a column of folded texts contains a text. */
export const hasText = (column: string, text: string): RawBuilder<boolean> =>
  contains(sql.ref<string>(column), text)

/** Whether one of the columns or expressions contains a text, ignoring case and accents. */
export const anyHasText = (
  texts: readonly (string | Expression<string | null>)[],
  text: string,
): RawBuilder<boolean> =>
  sql`(${sql.join(
    texts.map(one => contains(folded(typeof one === 'string' ? sql.ref<string>(one) : one), text)),
    sql` or `,
  )})`

/** Escapes the wildcards of `like`. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
