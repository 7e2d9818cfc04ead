/** Lanes with waiting deliveries. */

import { type NotNull, type RawBuilder, sql } from 'kysely'
import { clock } from '#server/base/clock.ts'
import { prepared } from '#server/store/engine/prepared.ts'
import type { Database } from '#server/store/engine/schema.ts'

/** Lanes per step; other work runs between two steps. */
const LANES_AT_ONCE = 500

/** Yields every lane that has a delivery, in steps: reads one index entry per lane. */
export async function* queuedLanes(db: Database): AsyncGenerator<string[]> {
  for (let last = ''; ; ) {
    const lanes = (await lanesBehind(db, last)).map(({ lane }) => lane)
    if (lanes.length > 0) yield lanes
    if (lanes.length < LANES_AT_ONCE) return
    last = lanes.at(-1) ?? ''
    await clock.turn()
  }
}

const lanesBehind = prepared((db, last: string) =>
  db
    .withRecursive('found', eb =>
      eb.selectNoFrom(nextLane(sql`${last}`).as('lane')).unionAll(query =>
        query
          .selectFrom('found')
          .select(nextLane(sql.ref('found.lane')).as('lane'))
          .where('found.lane', 'is not', null),
      ),
    )
    .selectFrom('found')
    .select('lane')
    .$narrowType<{ lane: NotNull }>()
    .where('lane', 'is not', null)
    .limit(LANES_AT_ONCE),
)

const nextLane = (last: RawBuilder<unknown>) =>
  sql<string | null>`(select lane from deliveries where lane > ${last} order by lane limit 1)`

/** Token with which to check whether Telegram answers the lane's bot. */
export const tokenOfLane = prepared((db, lane: string) =>
  db
    .selectFrom('deliveries')
    .innerJoin('connections', 'connections.id', 'deliveries.connection_id')
    .select('connections.telegram_bot_token')
    .where('deliveries.lane', '=', lane)
    .orderBy('deliveries.seq')
    .limit(1),
)
