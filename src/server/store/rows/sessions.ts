import type { Owner } from '#server/store/engine/owner.ts'
import { prepared } from '#server/store/engine/prepared.ts'
import type { Database } from '#server/store/engine/schema.ts'

/**
 * Finds an unexpired session and its account by current reference, previous reference or token. The caller checks
 * whether a previous reference or a token is still valid.
 * @param now ISO 8601
 */
export const findSession = prepared((db, reference: string, now: string) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select([
      'session.id',
      'session.token',
      'session.createdAt',
      'session.updatedAt',
      'session.authenticatedAt',
      'session.lastUsedAt',
      'session.startedAt',
      'session.reference',
      'session.referenceSince',
      'session.previousReference',
      'session.previousUntil',
      'user.id as userId',
      'user.email',
      'user.name',
    ])
    // One subquery per index: an account may have any number of sessions.
    .where('session.id', 'in', ({ selectFrom }) =>
      selectFrom('session')
        .select('id')
        .where('reference', '=', reference)
        .unionAll(selectFrom('session').select('id').where('previousReference', '=', reference))
        .unionAll(selectFrom('session').select('id').where('token', '=', reference)),
    )
    .where('session.expiresAt', '>', now),
)

export type SessionRow = Awaited<ReturnType<typeof findSession>>[number]

export type SessionChange = {
  lastUsedAt?: number
  expiresAt?: Date
  reference?: string
  referenceSince?: number
  previousReference?: string
  previousUntil?: number | null
}

/** @returns false if the session was not changed: it is gone, or has another reference by now */
export async function changeSession(
  db: Database,
  { id, reference }: Pick<SessionRow, 'id' | 'reference'>,
  { expiresAt, ...change }: SessionChange,
): Promise<boolean> {
  if (!expiresAt && Object.keys(change).length === 0) return true
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ ...change, ...(expiresAt && { expiresAt: expiresAt.toISOString() }) })
    .where('id', '=', id)
    .where('reference', reference === null ? 'is' : '=', reference)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Notes that the session's user has just confirmed their identity. */
export const confirmSession = (db: Database, id: string, now: number) =>
  db.updateTable('session').set({ authenticatedAt: now }).where('id', '=', id).execute()

export async function sessionIds(db: Database, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('session').select('id').where('userId', '=', userId).execute()
  return rows.map(row => row.id)
}

/** Unexpired sessions, newest first. Milliseconds UTC. */
export async function listSessions({ db, userId }: Owner, now: number) {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'createdAt', 'updatedAt', 'lastUsedAt', 'ipAddress', 'userAgent'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', new Date(now).toISOString())
    .orderBy('createdAt', 'desc')
    .execute()
  return rows.map(({ createdAt, updatedAt, lastUsedAt, ...row }) => ({
    ...row,
    signedInAt: new Date(createdAt).getTime(),
    lastUsedAt: lastUsedAt ?? new Date(updatedAt).getTime(),
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

/** Deletes all the account's sessions except `but`. @returns ids of the deleted sessions */
export async function deleteOtherSessions({ db, userId }: Owner, but: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where('id', '!=', but)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes all but an account's `count` most recently used sessions. @param token of one of its sessions */
export const keepNewestSessions = (db: Database, token: string, count: number) =>
  db
    .deleteFrom('session')
    .where('userId', '=', eb =>
      eb.selectFrom('session as own').select('own.userId').where('own.token', '=', token),
    )
    .where('id', 'not in', newest =>
      newest
        .selectFrom('session as one')
        .innerJoin('session as own', 'own.userId', 'one.userId')
        .select('one.id')
        .where('own.token', '=', token)
        .orderBy('one.lastUsedAt', by => by.desc().nullsLast())
        .orderBy('one.updatedAt', 'desc')
        .limit(count),
    )
    .execute()

/** Deletes sessions that expired before `end` (milliseconds UTC). @returns their number */
export async function deleteEndedSessions(
  db: Database,
  userId: string,
  end: number,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where('expiresAt', '<', new Date(end).toISOString())
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export const deleteSessions = (db: Database, userId: string) =>
  db.deleteFrom('session').where('userId', '=', userId).execute()
