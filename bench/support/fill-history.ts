import { sql } from 'kysely'
import { foldCounts } from '#server/store/fold-counts.ts'
import type { Database } from '#server/store/schema.ts'
import { transaction } from '#server/store/transaction.ts'

const STEP = 20_000
const WEEKS = 12
const SPAN_MS = WEEKS * 7 * 24 * 3_600_000

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

/** Delivered alerts, and one in twenty that failed, spread evenly over the last twelve weeks. */
export async function fillHistory(db: Database, count: number): Promise<void> {
  const connections = await db.selectFrom('connections').select(['id', 'user_id', 'name']).execute()
  const until = Date.now() - 60_000
  for (let from = 0; from < count; from += STEP)
    await transaction(db, trx =>
      sql`
        with recursive
          numbers(n) as (
            select cast(${from} as bigint) union all
            select n + 1 from numbers where n + 1 < ${sql.lit(Math.min(count, from + STEP))}
          ),
          given as (
            select n, ${sql.lit(until)} - (n * ${sql.lit(SPAN_MS)}) / ${sql.lit(count)} as at,
              case when n % 20 = 0 then 'failed' else 'success' end as fate
            from numbers
          ),
          places as (
            select row_number() over (order by id) - 1 as place, id, user_id, name from connections
          )
        insert into alerts (id, user_id, connection_id, connection_name, name, summary, received_at,
          reading, payload, status, attempts, error_code, error_reason, uncertain, missing,
          message_text, message_ids, first_attempt_at, delivered_at)
        select 'history-' || given.n, places.user_id, places.id, places.name, 'Cruce alcista EMA 9/21',
          'BTCUSDT · buy · 94312.50 · 5', given.at, 'json', ${PAYLOAD}, given.fate, 1,
          case when given.fate = 'failed' then 'refused' end,
          case when given.fate = 'failed' then 'Telegram no lo aceptó.' end, 0, '[]',
          'BTCUSDT · buy', '[1]', given.at + 10,
          case when given.fate = 'success' then given.at + 200 end
        from given join places on places.place = given.n % ${sql.lit(connections.length)}`.execute(
        trx,
      ),
    )
  while (await foldCounts(db));
}
