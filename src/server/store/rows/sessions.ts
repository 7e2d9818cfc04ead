import type { Owner } from '#server/store/engine/owner.ts'
import { prepared } from '#server/store/engine/prepared.ts'
import type { Database } from '#server/store/engine/schema.ts'

/** Whose session it is that has this token and lasts until after `now`, an ISO 8601 text. */
export const findSession = prepared((db, token: string, now: string) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select(['session.id as sessionId', 'user.id as userId', 'user.email', 'user.name'])
    .where('session.token', '=', token)
    .where('session.expiresAt', '>', now),
)

export async function sessionIds(db: Database, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('session').select('id').where('userId', '=', userId).execute()
  return rows.map(row => row.id)
}

/** Those that are still good, the newest first. Milliseconds UTC. */
export async function listSessions({ db, userId }: Owner, now: number) {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'createdAt', 'ipAddress', 'userAgent'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', new Date(now).toISOString())
    .orderBy('createdAt', 'desc')
    .execute()
  return rows.map(({ createdAt, ...row }) => ({
    ...row,
    signedInAt: new Date(createdAt).getTime(),
  }))
}

/** @returns whether it was there */
export async function deleteSession({ db, userId }: Owner, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const deleteSessions = (db: Database, userId: string) =>
  db.deleteFrom('session').where('userId', '=', userId).execute()
