import { alarmFaults } from './alarms.ts'
import { backlog } from './backlog.ts'
import { clockFaults } from './clock.ts'
import { diskFull } from './disk-full.ts'
import { diskFullWithLog } from './disk-full-with-log.ts'
import { eachWriteFaults } from './each-write.ts'
import { floodWaitFaults } from './flood-waits.ts'
import { killed } from './killed.ts'
import { locked } from './locked.ts'
import { migrated } from './migrated.ts'
import { killedInMigrations } from './migrations.ts'
import { outageFaults } from './outages.ts'
import { paused } from './pauses.ts'
import { poisonFaults } from './poisons.ts'
import { reconciled } from './reconciliation.ts'
import { removalFaults } from './removals.ts'
import type { Fault } from './support/fault.ts'
import { uncertainSendFaults } from './uncertain-sends.ts'
import { unwritable } from './unwritable.ts'

/** All faults, each one scenario. */
export const faults: readonly Fault[] = [
  killed,
  ...eachWriteFaults,
  ...alarmFaults,
  killedInMigrations,
  ...outageFaults,
  ...uncertainSendFaults,
  ...floodWaitFaults,
  diskFull,
  diskFullWithLog,
  unwritable,
  locked,
  ...clockFaults,
  ...poisonFaults,
  ...removalFaults,
  paused,
  migrated,
  backlog,
  reconciled,
]
