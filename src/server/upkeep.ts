import type { Log } from './base/log.ts'
import type { Live } from './live/live.ts'
import { startSweeper } from './store/account/sweeper.ts'
import { startTrimming } from './store/account/trim-reports.ts'
import { startDailyBackups } from './store/backup/daily-backups.ts'
import { HistoryRetention } from './store/history/retention.ts'
import { startRollUp } from './store/history/roll-up.ts'
import { startSearchIndexing } from './store/history/search-index.ts'
import type { Store, StorePlace } from './store/open-store.ts'

type Parts = Pick<Store, 'db' | 'search'> & {
  place: StorePlace
  dataDir: string
  /** Number of backups to keep; 0 makes no backups. */
  backupKeep: number
  live: Live
  /** Called when alerts that waited in these lanes have been deleted. */
  wake: (lanes: string[]) => void
  log: Log
}

/** Maintenance of the store, apart from receiving and delivering. */
export type Upkeep = AsyncDisposable & {
  /** Queues the deletion of history that an account no longer keeps. */
  clearHistory: (userId: string) => void
  /** Starts to count, index, trim, back up and remove for all accounts in this process. */
  start: () => void
}

export function createUpkeep({ db, search, log, live, wake, ...backups }: Parts): Upkeep {
  const open = new AsyncDisposableStack()
  const histories = open.use(
    new HistoryRetention({
      db,
      log,
      onDeleted(userId, lanes) {
        wake(lanes)
        live.changed(userId, 'alerts', 'connections')
      },
    }),
  )
  return {
    clearHistory: userId => histories.clear(userId),
    start() {
      histories.start()
      open.use(startRollUp(db, log))
      open.use(startSearchIndexing(search, log))
      open.use(startTrimming(db, log))
      open.use(
        startSweeper(db, log, (userId, lanes) => {
          wake(lanes)
          live.changed(userId, 'alerts', 'connections', 'notifications', 'errorLogs')
        }),
      )
      const { place, dataDir, backupKeep: keep } = backups
      const onNotified = (userId: string) => live.changed(userId, 'notifications')
      if (keep > 0) open.use(startDailyBackups({ db, place, dataDir, keep, log, onNotified }))
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}
