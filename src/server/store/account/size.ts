/** Size of an account's set-up. */
import { sql } from 'kysely'
import type { OwnerTransacting } from '#server/store/engine/owner.ts'
import type { StoredSetUp } from './set-up.ts'

export async function countOwn(
  { db, userId }: OwnerTransacting,
  table: keyof StoredSetUp,
): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** UTF-8 bytes of all templates: their contents, and their buttons as JSON. */
export async function allTemplateBytes({ db, userId }: OwnerTransacting): Promise<number> {
  const { bytes } = await db
    .selectFrom('message_templates')
    .select(
      sql<number>`cast(coalesce(sum(octet_length(content)
        + coalesce(octet_length(buttons), 0)), 0) as bigint)`.as('bytes'),
    )
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return bytes
}

/** UTF-8 bytes of all TV configurations: their fields, as JSON, and their notes. */
export async function allTvConfigBytes({ db, userId }: OwnerTransacting): Promise<number> {
  const { bytes } = await db
    .selectFrom('tv_alert_configs')
    .select(
      sql<number>`cast(coalesce(sum(octet_length(template_fields)
        + octet_length(condition_notes) + octet_length(frequency_notes)), 0) as bigint)`.as(
        'bytes',
      ),
    )
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return bytes
}
