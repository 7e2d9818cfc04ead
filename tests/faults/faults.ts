import { backlog } from './backlog.ts'
import { clockFaults } from './clock.ts'
import { diskFull } from './disk-full.ts'
import { diskFullWithLog } from './disk-full-with-log.ts'
import { doubtFaults } from './doubts.ts'
import { floodFaults } from './floods.ts'
import { killed } from './killed.ts'
import { locked } from './locked.ts'
import { migrated } from './migrated.ts'
import { killedInMigrations } from './migrations.ts'
import { poisonFaults } from './poisons.ts'
import { removalFaults } from './removals.ts'
import { revoked } from './revoked.ts'
import { silenceFaults } from './silences.ts'
import type { Fault } from './support/fault.ts'
import { unwritable } from './unwritable.ts'

/** Everything that may go wrong, each as one scenario. */
export const faults: readonly Fault[] = [
  killed,
  killedInMigrations,
  ...silenceFaults,
  ...doubtFaults,
  ...floodFaults,
  diskFull,
  diskFullWithLog,
  unwritable,
  locked,
  ...clockFaults,
  ...poisonFaults,
  revoked,
  ...removalFaults,
  migrated,
  backlog,
]
