import { prepared } from '#server/store/engine/prepared.ts'
import type { Database } from '#server/store/engine/schema.ts'

/** Number of alerts of an account that wait to be sent, counted up to `most`. */
export async function countWaiting(db: Database, userId: string, most: number): Promise<number> {
  const [row] = await countUpTo(db, userId, most)
  return row?.waiting ?? 0
}

const countUpTo = prepared((db, userId: string, most: number) =>
  db
    .selectFrom(eb =>
      eb
        .selectFrom('deliveries')
        .select('user_id')
        .where('user_id', '=', userId)
        .limit(most)
        .as('waiting'),
    )
    .select(eb => eb.fn.countAll<number>().as('waiting')),
)
