import type { Log } from '#server/base/log.ts'
import type { Observer } from './observer.ts'

/** Writes a line for each webhook and for each attempt. */
export const createLogObserver = (log: Log): Observer => ({
  webhook: record => log.info(record, 'webhook'),
  attempt: record => log.info(record, 'attempt'),
})
