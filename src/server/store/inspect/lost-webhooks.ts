import type { Owner } from '#server/store/engine/owner.ts'
import { refusalKey } from '#server/store/rows/refusals.ts'
import type { RefusalCode } from '#shared/model/arrival.ts'

/** Refusals by which an alert is lost, whatever the settings of its connection. */
const LOST: readonly RefusalCode[] = ['miscopied', 'cut', 'encoded']

/** `message` of the newest entry; `count` of all entries since the given time. */
export type LostWebhooks = { connectionId: string; message: string; count: number }

/**
 * Webhooks of these connections that were refused for a reason in `LOST`, an entry for each connection and reason.
 * @param reading an account's error log; without `userId`, the error logs of all accounts
 * @param since milliseconds UTC
 */
export async function lostWebhooks(
  { db, userId }: Pick<Owner, 'db'> & Partial<Owner>,
  connectionIds: readonly string[],
  since: number,
): Promise<LostWebhooks[]> {
  const connections = new Map(
    connectionIds.flatMap(id => LOST.map(code => [refusalKey(code, id), id] as const)),
  )
  const logs = db.selectFrom('error_logs')
  const rows = await (userId === undefined ? logs : logs.where('user_id', '=', userId))
    .select(['message', 'count', 'repeat_key'])
    .where('timestamp', '>=', since)
    .where(eb => eb.or(LOST.map(code => eb('repeat_key', 'like', refusalKey(code, '%')))))
    .orderBy('timestamp', 'desc')
    .execute()
  return [...Map.groupBy(rows, row => row.repeat_key)].flatMap(([key, same]) => {
    const connectionId = connections.get(key)
    const [newest] = same
    if (!connectionId || !newest) return []
    const count = same.reduce((sum, row) => sum + row.count, 0)
    return [{ connectionId, message: newest.message, count }]
  })
}
