import { clock } from '#server/base/clock.ts'
import type { Log } from '#server/base/log.ts'
import { repeat } from '#server/base/repeat.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { markReceiving } from '#server/store/watch/duty.ts'

const MINUTE_MS = 60_000

/**
 * Marks each minute in which this process can receive webhooks. Over two minutes without a mark count as an absence,
 * in which no series is considered silent.
 */
export const startPresence = (db: Database, log: Log): AsyncDisposable =>
  repeat(
    async () => {
      if (await markReceiving(db, clock.now())) log.info('webhooks are taken again')
    },
    {
      every: MINUTE_MS,
      onError: error => log.warn({ err: error }, 'that webhooks are taken is noted later'),
    },
  )
