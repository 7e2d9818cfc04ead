import { sql } from 'kysely'
import { databaseType } from '#server/store/engine/dialect.ts'
import type { Transacting } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { rollUpCounts } from '#server/store/history/roll-up.ts'
import { SLOTS_PER_MS } from '#server/store/history/search-texts.ts'
import type { Store } from '#server/store/open-store.ts'
import { DAY_MS } from '#shared/limits.ts'

const STEP = 20_000
const DAYS = 84

const PAYLOAD = JSON.stringify({
  symbol: 'BTCUSDT',
  side: 'buy',
  price: '94312.50',
  quantity: '0.015',
  timeframe: '5',
  exchange: 'BINANCE',
  strategy_name: 'Cruce alcista EMA 9/21',
  notes: 'Cierre por encima del máximo de ayer con volumen creciente',
})

/** Word in ten payloads of each history. */
export const UNCOMMON_WORD = 'desacostumbrado'

/**
 * Inserts delivered alerts, one in twenty of them failed, spread evenly over the last days. The
 * oldest are written first, so that they are laid out in the file like a real history.
 */
export async function fillHistory(
  { db, search }: Pick<Store, 'db' | 'search'>,
  count: number,
  days = DAYS,
): Promise<void> {
  const span = days * DAY_MS
  await search.finish()
  const texts = databaseType(db) === 'sqlite' ? search.reader : db
  const connections = await db.selectFrom('connections').select(['id', 'user_id', 'name']).execute()
  const newest = Date.now() - 60_000
  const receivedAt = (n: number) => newest - Math.floor((n * span) / count)
  for (let until = count; until > 0; until -= STEP) {
    const from = Math.max(0, until - STEP)
    await transaction(db, async trx => {
      await sql`
        with recursive
          numbers(n) as (
            select cast(${from} as bigint) union all
            select n + 1 from numbers where n + 1 < ${sql.lit(until)}
          ),
          given as (
            select n, ${sql.lit(newest)} - (n * ${sql.lit(span)}) / ${sql.lit(count)} as at,
              case when n % 20 = 0 then 'failed' else 'success' end as fate,
              (10000 + (n * 7919) % 90000) || '.50' as price
            from numbers
          ),
          places as (
            select row_number() over (order by id) - 1 as place, id, user_id, name from connections
          )
        insert into alerts (id, user_id, connection_id, connection_name, name, summary, received_at,
          reading, payload, status, attempts, error_code, error_reason, uncertain, missing,
          message_text, message_ids, first_attempt_at, delivered_at)
        select 'history-' || given.n, places.user_id, places.id, places.name,
          'Cruce alcista EMA ' || (given.n % 40), 'BTCUSDT · buy · ' || price || ' · 5', given.at, 'json',
          replace(replace(${PAYLOAD}, '94312.50', price), 'creciente',
            case when given.n % ${sql.lit(Math.ceil(count / 10))} = 5
              then ${UNCOMMON_WORD} else 'creciente' end),
          given.fate, 1,
          case when given.fate = 'failed' then 'refused' end,
          case when given.fate = 'failed' then 'Telegram no lo aceptó.' end, 0, '[]',
          'BTCUSDT · buy · ' || price, '[1]', given.at + 10,
          case when given.fate = 'success' then given.at + 200 end
        from given join places on places.place = given.n % ${sql.lit(connections.length)}
        order by given.n desc`.execute(trx)
      await sql`delete from search_changes`.execute(trx)
    })
    await transaction(texts, trx =>
      tellSearch(trx, { from: receivedAt(until - 1), to: receivedAt(from) }),
    )
  }
  while (await rollUpCounts(db));
}

/** Indexes at once, unlike `search-index.ts`, which takes its time. */
async function tellSearch(trx: Transacting, { from, to }: { from: number; to: number }) {
  const text = sql`name || ${NEWLINE} || connection_name || ${NEWLINE} ||
    coalesce(message_text, '') || ${NEWLINE} || payload`
  await sql`
    insert into search_texts (seq, alert_id, user_id, text)
    select received_at * ${sql.lit(SLOTS_PER_MS)}, id, user_id, fold(${text})
    from alerts where user_id in (select user_id from connections)
      and received_at between ${from} and ${to}`.execute(trx)
}

const NEWLINE = '\n'
