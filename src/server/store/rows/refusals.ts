/** Refused webhooks in the error log of the connection's owner. */
import { type RawBuilder, sql } from 'kysely'
import type { Owner } from '#server/store/engine/owner.ts'
import { type RefusalCode, refusalCodes } from '#shared/model/arrival.ts'

/** Repeat key of a refusal's log entry. A full queue concerns the whole account, not one connection. */
export const refusalKey = (code: RefusalCode, connectionId: string): string =>
  code === 'queue-full' ? code : `${code}:${connectionId}`

/** SQL list of a connection's repeat keys, one for each refusal code. */
export const refusalKeyOf = (connectionId: RawBuilder<unknown>): RawBuilder<unknown> => {
  const keys = refusalCodes.map(code =>
    code === 'queue-full' ? sql`${sql.lit(code)}` : sql`${sql.lit(`${code}:`)} || ${connectionId}`,
  )
  return sql`(${sql.join(keys)})`
}

/**
 * Refusals that concern a connection, newest first.
 * @param since milliseconds UTC; leaves out entries whose latest occurrence is earlier
 */
export async function newestRefusals(
  { db, userId }: Owner,
  { connectionId, since, limit }: { connectionId: string; since: number; limit: number },
) {
  const codes = new Map(refusalCodes.map(code => [refusalKey(code, connectionId), code]))
  const rows = await db
    .selectFrom('error_logs')
    .select(['id', 'message', 'timestamp', 'details', 'count', 'repeat_key'])
    .where('user_id', '=', userId)
    .where('timestamp', '>=', since)
    .where('repeat_key', 'in', [...codes.keys()])
    .orderBy('timestamp', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap(({ repeat_key, ...row }) => {
    const code = codes.get(repeat_key)
    return code ? { ...row, code } : []
  })
}
