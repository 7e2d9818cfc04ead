import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Delays } from '#server/deliver/delays.ts'
import type { Lease } from '#server/deliver/workers/bot-assignment.ts'
import { GroupCommit } from '#server/store/engine/group-commit.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'

type Work<T> = (trx: Transacting) => Promise<T>
type Task = { work: Work<unknown>; isOnlyOurs: boolean }

/** Another process works for the bot by now. */
export class LeaseEndedError extends Error {
  override name = 'LeaseEndedError'
}

/** Writes what deliveries have to write, all lanes' of one moment in one transaction. */
export type DeliveryWriter = {
  /**
   * @throws LeaseEndedError
   * @throws whatever the store throws
   */
  write: <T>(work: Work<T>) => Promise<T>
  /**
   * What has happened in Telegram can't be undone: it is kept until the store takes it, and the
   * lane that waits for it sends nothing meanwhile.
   * @throws LeaseEndedError
   */
  writeAtLast: <T>(work: Work<T>) => Promise<T>
  /** The same, for what is true whoever works for the bot by now. */
  writeAnyway: <T>(work: Work<T>) => Promise<T>
}

export function createDeliveryWriter(
  db: Database,
  { lease, delays, log }: { lease: Pick<Lease, 'stands'>; delays: Delays; log: Logger },
): DeliveryWriter {
  const group = new GroupCommit<Task, unknown>(db, async (trx, tasks) => {
    const stands = await lease.stands(trx)
    const results: unknown[] = []
    for (const { work, isOnlyOurs } of tasks)
      results.push(isOnlyOurs && !stands ? REFUSED : await work(trx))
    return results
  })

  async function commit<T>(task: Task & { work: Work<T> }): Promise<T> {
    const result = await group.commit(task)
    if (result === REFUSED) throw new LeaseEndedError('another process works for the bot')
    return result as T
  }

  async function keepTrying<T>(task: Task & { work: Work<T> }): Promise<T> {
    for (;;) {
      try {
        return await commit(task)
      } catch (error) {
        if (error instanceof LeaseEndedError) throw error
        log.error({ err: error }, 'an outcome could not be written yet')
        // A process that is asked to end does not wait for a store that never comes back.
        await pause(delays.rewrite, undefined, { ref: false })
      }
    }
  }

  return {
    write: work => commit({ work, isOnlyOurs: true }),
    writeAtLast: work => keepTrying({ work, isOnlyOurs: true }),
    writeAnyway: work => keepTrying({ work, isOnlyOurs: false }),
  }
}

const REFUSED = Symbol('refused')
