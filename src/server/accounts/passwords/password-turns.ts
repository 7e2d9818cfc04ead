import { FairTurns } from '#server/base/fair-turns.ts'

/**
 * The turns of what asks for a password, by client network: each try takes a processor for a while and
 * is written down. As many wait as are dealt with before browsers give up.
 */
export const createPasswordTurns = (): FairTurns =>
  new FairTurns({ atOnce: 2, ofEach: 1, waiting: 300, waitingOfEach: 20, patience: 20_000 })
