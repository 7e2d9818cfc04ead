import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { GroupCommit } from '#server/store/group-commit.ts'
import type { Database, Transacting } from '#server/store/schema.ts'
import type { Delays } from './delays.ts'

type Work<T> = (trx: Transacting) => Promise<T>

/** Writes what deliveries have to write, all lanes' of one moment in one transaction. */
export type DeliveryWriter = {
  /** @throws whatever the store throws */
  write: <T>(work: Work<T>) => Promise<T>
  /**
   * What has happened in Telegram can't be undone: it is kept until the store takes it, and the
   * lane that waits for it sends nothing meanwhile.
   */
  writeAtLast: <T>(work: Work<T>) => Promise<T>
}

export function createDeliveryWriter(
  db: Database,
  { delays, log }: { delays: Delays; log: Logger },
): DeliveryWriter {
  const group = new GroupCommit<Work<unknown>, unknown>(db, async (trx, works) => {
    const results: unknown[] = []
    for (const work of works) results.push(await work(trx))
    return results
  })
  const write = <T>(work: Work<T>) => group.commit(work) as Promise<T>
  return {
    write,
    async writeAtLast(work) {
      for (;;) {
        try {
          return await write(work)
        } catch (error) {
          log.error({ err: error }, 'an outcome could not be written yet')
          // A process that is asked to end does not wait for a store that never comes back.
          await pause(delays.rewrite, undefined, { ref: false })
        }
      }
    },
  }
}
