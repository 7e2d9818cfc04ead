import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Delays } from '#server/deliver/delays.ts'
import type { Lease } from '#server/deliver/workers/bot-assignment.ts'
import { GroupCommit } from '#server/store/engine/group-commit.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'

type Work<T> = (trx: Transacting) => Promise<T>
type Task = { work: Work<unknown>; needsLease: boolean }

/** Another process works for the bot now. */
export class LeaseEndedError extends Error {
  override name = 'LeaseEndedError'
}

/** Writes what deliveries have to write; writes of one moment from all lanes share a transaction. */
export type DeliveryWriter = {
  /**
   * @throws LeaseEndedError
   * @throws any error of the store
   */
  write: <T>(work: Work<T>) => Promise<T>
  /**
   * Retries until the store takes it. What has happened in Telegram can't be undone, so the lane
   * sends nothing before it is written.
   * @throws LeaseEndedError
   */
  writeUntilDone: <T>(work: Work<T>) => Promise<T>
  /** The same for what stays true when another process works for the bot. */
  writeWithoutLease: <T>(work: Work<T>) => Promise<T>
}

export function createDeliveryWriter(
  db: Database,
  { lease, delays, log }: { lease: Pick<Lease, 'isValid'>; delays: Delays; log: Logger },
): DeliveryWriter {
  const group = new GroupCommit<Task, unknown>(db, async (trx, tasks) => {
    const isValid = await lease.isValid(trx)
    const results: unknown[] = []
    for (const { work, needsLease } of tasks)
      results.push(needsLease && !isValid ? REFUSED : await work(trx))
    return results
  })

  async function commit<T>(task: Task & { work: Work<T> }): Promise<T> {
    const result = await group.commit(task)
    if (result === REFUSED) throw new LeaseEndedError('another process works for the bot')
    return result as T
  }

  async function commitUntilDone<T>(task: Task & { work: Work<T> }): Promise<T> {
    for (;;) {
      try {
        return await commit(task)
      } catch (error) {
        if (error instanceof LeaseEndedError) throw error
        log.error({ err: error }, 'an outcome could not be written yet')
        // A process that has to end does not wait for a store that is gone.
        await pause(delays.writeRetry, undefined, { ref: false })
      }
    }
  }

  return {
    write: work => commit({ work, needsLease: true }),
    writeUntilDone: work => commitUntilDone({ work, needsLease: true }),
    writeWithoutLease: work => commitUntilDone({ work, needsLease: false }),
  }
}

const REFUSED = Symbol('refused')
