/** Periods in which no alert could arrive, for reasons outside the alert. */
import { sql } from 'kysely'
import type { Database, Transacting } from '#server/store/engine/schema.ts'

/** `whose` of an absence of the whole installation. */
export const EVERYONE = ''

export type Absence = { whose: string; from_at: number; to_at: number }

/** Newest first. @param whose ids of accounts or connections, or `EVERYONE` */
export const listAbsences = (
  db: Database,
  whose: readonly string[],
  { since, most }: { since: number; most: number },
): Promise<Absence[]> =>
  db
    .selectFrom('watch_absences')
    .selectAll()
    .where('whose', 'in', whose)
    .where('to_at', '>=', since)
    .orderBy('from_at', 'desc')
    .limit(most)
    .execute()

/** Adds an absence, or extends an earlier one to its end. @param gap milliseconds allowed between the two */
export async function addAbsence(trx: Transacting, absence: Absence, gap = 0): Promise<void> {
  const { whose, from_at, to_at } = absence
  const { numUpdatedRows } = await trx
    .updateTable('watch_absences')
    .set({ to_at: sql<number>`case when to_at > ${to_at} then to_at else ${to_at} end` })
    .where('whose', '=', whose)
    .where('from_at', '<=', to_at)
    .where('to_at', '>=', from_at - gap)
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    await trx
      .insertInto('watch_absences')
      .values(absence)
      .onConflict(conflict => conflict.columns(['whose', 'from_at']).doUpdateSet({ to_at }))
      .execute()
}

export const deleteAbsences = (db: Database, before: number) =>
  db.deleteFrom('watch_absences').where('to_at', '<', before).execute()
