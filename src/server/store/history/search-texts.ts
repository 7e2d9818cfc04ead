/** Search text of an alert: one row of `search_texts`, whose `seq` encodes its arrival. */
import { sql } from 'kysely'
import { asJson, isOneOf, rowsFromJson } from '#server/store/engine/dialect.ts'
import type { Transacting } from '#server/store/engine/schema.ts'
import { hiddenNames } from '#shared/payload/key-names.ts'
import { withoutNamedSecrets, withoutTextSecrets } from '#shared/payload/secrets-in-text.ts'

/** Slots of the index for the alerts of one millisecond; further alerts take the next slots. */
export const SLOTS_PER_MS = 64

/** The first slot of an instant. @param receivedAt milliseconds UTC */
export const slotOf = (receivedAt: number): number => receivedAt * SLOTS_PER_MS

/** Characters indexed per alert; later text is not searchable. */
const SEARCHED_CHARACTERS = 16_384
/** Further characters that are read to find the end of a secret that begins within the indexed ones. */
const SECRET_ROOM = 4_096

/** @property size bytes to read; null if the alert is deleted */
export type FoundAlert = { seq: number; alert_id: string; size: number | null }

export const sizeOfAlert = sql<number>`
  octet_length(alerts.payload) + coalesce(octet_length(alerts.message_text), 0)`

type SearchedText = { id: string; text: string }

/** Search text of each alert: its name, its connection's name, its message, its payload without secrets. */
async function searchedTexts(trx: Transacting, ids: readonly string[]): Promise<SearchedText[]> {
  const beginning = (column: 'payload' | 'message_text', length: number) =>
    sql<string | null>`substr(${sql.ref(`alerts.${column}`)}, 1, ${sql.lit(length)})`.as(column)
  const rows = await trx
    .selectFrom('alerts')
    .leftJoin('connections', join =>
      join
        .onRef('connections.id', '=', 'alerts.connection_id')
        .onRef('connections.user_id', '=', 'alerts.user_id'),
    )
    .select(['alerts.id', 'alerts.name', 'alerts.connection_name', 'alerts.reading', 'never_shown'])
    .select([
      beginning('message_text', SEARCHED_CHARACTERS),
      beginning('payload', SEARCHED_CHARACTERS + SECRET_ROOM),
    ])
    .where(isOneOf(trx, 'alerts.id', ids))
    .execute()
  return rows.map(({ id, name, connection_name, message_text, payload, reading, never_shown }) => {
    const isHidden = hiddenNames(JSON.parse(never_shown ?? '[]'))
    const without = reading === 'text' ? withoutTextSecrets : withoutNamedSecrets
    const parts = [name, connection_name, message_text ?? '', without(payload ?? '', isHidden)]
    return { id, text: parts.join('\n').slice(0, SEARCHED_CHARACTERS).toWellFormed() }
  })
}

/**
 * Replaces the search texts of alerts; deleted alerts end up without one. An alert whose slot is taken is left for
 * the next run, but never the first one.
 * @returns ids of the alerts left for the next run
 */
export async function writeTexts(
  trx: Transacting,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  await trx
    .deleteFrom('search_texts')
    .where(isOneOf(trx, 'alert_id', ids))
    .execute()
  const texts = rowsFromJson<SearchedText>(trx, asJson(await searchedTexts(trx, ids)), {
    id: 'text',
    text: 'text',
  })
  const { rows } = await sql<{ alert_id: string }>`
    with given as materialized (
      select id, received_at, row_number() over (order by received_at, id) as nth
      from alerts where ${isOneOf(trx, 'id', ids)}
    ), moments as materialized (
      select received_at, ${firstFreeSlot} as slot
      from (select distinct received_at from given) as moments
    ), placed as materialized (
      select given.id, nth + max(slot - nth) over (order by nth) as seq
      from given join moments on moments.received_at = given.received_at
    )
    insert into search_texts (seq, alert_id, user_id, text)
    select placed.seq, alerts.id, user_id, fold(texts.text)
    from placed join alerts on alerts.id = placed.id join ${texts} as texts on texts.id = placed.id
    where true
    on conflict do nothing returning alert_id`.execute(trx)
  if (rows.length === ids.length) return new Set()
  const written = new Set(rows.map(row => row.alert_id))
  const existing = await trx
    .selectFrom('alerts')
    .select('id')
    .where(isOneOf(trx, 'id', ids))
    .execute()
  return new Set(existing.map(({ id }) => id)).difference(written)
}

/** First free slot after the contiguous slots taken from a millisecond's first slot on. */
const firstFreeSlot = sql`case
  when exists (select 1 from search_texts where seq = received_at * ${sql.lit(SLOTS_PER_MS)})
  then (select taken.seq + 1 from search_texts as taken
    where taken.seq >= received_at * ${sql.lit(SLOTS_PER_MS)}
      and not exists (select 1 from search_texts as next where next.seq = taken.seq + 1)
    order by taken.seq limit 1)
  else received_at * ${sql.lit(SLOTS_PER_MS)} end`
