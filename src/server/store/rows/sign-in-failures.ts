import { sql } from 'kysely'
import { deleteInBatches } from '#server/store/engine/batches.ts'
import type { Database } from '#server/store/engine/schema.ts'

export const insertSignInFailure = (db: Database, email: string, at: number) =>
  db.insertInto('sign_in_failures').values({ email, at }).execute()

export async function countSignInFailures(
  db: Database,
  email: string,
  since: number,
): Promise<number> {
  const { count } = await db
    .selectFrom('sign_in_failures')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('email', '=', email)
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

export const deleteSignInFailure = (db: Database, email: string, at: number) =>
  db.deleteFrom('sign_in_failures').where('email', '=', email).where('at', '=', at).execute()

export const deleteSignInFailuresOf = (db: Database, email: string) =>
  db.deleteFrom('sign_in_failures').where('email', '=', email).execute()

export const deleteSignInFailuresAfter = (db: Database, email: string, at: number) =>
  db.deleteFrom('sign_in_failures').where('email', '=', email).where('at', '>', at).execute()

export const deleteSignInFailuresUntil = (db: Database, at: number) =>
  deleteInBatches(db, {
    table: 'sign_in_failures',
    key: ['email', 'at'],
    condition: sql`at <= ${at}`,
  })
