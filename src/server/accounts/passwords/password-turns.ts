import { FairSemaphore } from '#server/base/fair-semaphore.ts'

/**
 * Limits concurrent password attempts, by client network: each occupies a processor for a while and writes to
 * the database. The queue holds as many as can be handled before browsers give up.
 */
export const createPasswordTurns = (): FairSemaphore =>
  new FairSemaphore({ atOnce: 2, ofEach: 1, waiting: 300, waitingOfEach: 20, patience: 20_000 })
