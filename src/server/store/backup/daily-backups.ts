import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { clock } from '#server/base/clock.ts'
import { backupsIn, makeFolder } from '#server/base/data-folder.ts'
import { StartError } from '#server/base/errors.ts'
import { repeat } from '#server/base/repeat.ts'
import { databaseSize, tryAdvisoryLock } from '#server/store/engine/dialect.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { freeIn } from '#server/store/engine/sqlite-copy.ts'
import { trustedNow } from '#server/store/history/trusted-clock.ts'
import type { StorePlace } from '#server/store/open-store.ts'
import { listAccounts } from '#server/store/rows/accounts.ts'
import { notify } from '#server/store/rows/notifications.ts'
import { readSetting, writeSetting } from '#server/store/rows/settings.ts'
import { DAY_MS } from '#shared/limits.ts'
import { sweepDrafts } from './draft.ts'

/** Delay of the first check, so that a backup does not slow down the start, and interval of the later checks. */
const FIRST_MS = 60_000
const CHECK_EVERY_MS = 600_000
const RETRY_MS = 3_600_000
/** Free space needed, in sizes of the database: one for the backup, one that is left for the database. */
const ROOM = 2

/** Setting that holds the time of the last daily backup. Milliseconds UTC of the trusted clock. */
const LAST = 'daily-backup'
const NAME = /^diaria-(\d+)-.*\.sqlite$/

export type DailyBackups = {
  db: Database
  place: StorePlace
  dataDir: string
  /** Number of backups kept: the newest ones. */
  keep: number
  log: Logger
  /** Called when an account has a new notification. */
  onNotified: (userId: string) => void
}

/**
 * Makes a backup a day, on its own thread; a failed one is retried after an hour. Of several processes one makes it.
 * @param first milliseconds until the first check whether a backup is due
 */
export function startDailyBackups(options: DailyBackups, first = FIRST_MS): AsyncDisposable {
  const { db, log } = options
  let triedAt = Number.NEGATIVE_INFINITY
  let toldAt = Number.NEGATIVE_INFINITY
  const step = async (signal: AbortSignal) => {
    if (clock.monotonic() - triedAt < RETRY_MS || !(await isDue(db))) return
    triedAt = clock.monotonic()
    try {
      await backUpIfDue(options, signal)
    } catch (error) {
      if (signal.aborted) return
      log.warn({ err: error }, 'no daily backup: it is tried again in an hour')
      if (clock.monotonic() - toldAt < DAY_MS) return
      toldAt = clock.monotonic()
      await tellOperator(options, error)
    }
  }
  return repeat(step, {
    every: CHECK_EVERY_MS,
    first,
    onError: error => log.warn({ err: error }, 'the daily backup is checked later'),
  })
}

/** @returns the file that was written; undefined if no backup is due, or another process is making it */
export async function backUpIfDue(
  { db, place, dataDir, keep, log }: DailyBackups,
  signal?: AbortSignal,
): Promise<string | undefined> {
  return await alone(place, async () => {
    if (!(await isDue(db))) return undefined
    const folder = backupsIn(dataDir)
    makeFolder(folder)
    await sweepDrafts(folder)
    await refuseWithoutRoom(db, folder)
    const now = await trustedNow(db)
    const file = join(folder, await nextName(folder))
    const begun = clock.monotonic()
    await writeInThread({ place, file }, signal)
    await writeSetting(db, LAST, String(now))
    for (const { name } of (await dailyIn(folder)).slice(keep)) await rm(join(folder, name))
    log.info({ file, ms: Math.round(clock.monotonic() - begun) }, 'the daily backup is made')
    return file
  })
}

/** True without a backup, a day after the last one, or if that is a day or more ahead: the clock was set back since. */
async function isDue(db: Database): Promise<boolean> {
  const last = await readSetting(db, LAST)
  if (last === undefined) return true
  const passed = (await trustedNow(db)) - Number(last)
  return Math.abs(passed) >= DAY_MS
}

/** @returns undefined if another process is making the backup */
async function alone<T>(place: StorePlace, work: () => Promise<T>): Promise<T | undefined> {
  if ('dataDir' in place) return await work()
  const { withoutTimeouts } = await import('#server/store/postgres-store.ts')
  return await withoutTimeouts(place.databaseUrl, db =>
    db
      .transaction()
      .execute(async trx =>
        (await tryAdvisoryLock(trx, 'the daily backup')) ? await work() : undefined,
      ),
  )
}

async function refuseWithoutRoom(db: Database, folder: string): Promise<void> {
  const needed = ROOM * (await databaseSize(db))
  const free = await freeIn(folder)
  if (free >= needed) return
  throw new StartError(
    `En el disco de ${folder} quedan ${inMegabytes(free)} y hacen falta ${inMegabytes(needed)}.`,
  )
}

const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`

type Daily = { name: string; number: number }

/** The newest first, by their numbers: the clock may have been changed since. */
async function dailyIn(folder: string): Promise<Daily[]> {
  const names = await readdir(folder)
  return names
    .flatMap(name => {
      const [, number] = NAME.exec(name) ?? []
      return number === undefined ? [] : { name, number: Number(number) }
    })
    .sort((one, other) => other.number - one.number)
}

/** Uses the date of the system clock, which the operator knows; the trusted clock may be months behind. */
async function nextName(folder: string): Promise<string> {
  const [last] = await dailyIn(folder)
  const number = String((last?.number ?? 0) + 1).padStart(4, '0')
  return `diaria-${number}-${new Date(clock.now()).toISOString().slice(0, 10)}.sqlite`
}

/** Writes a backup in a thread, since checking each copied row takes long. @throws Error with the reason */
async function writeInThread(
  backup: { place: StorePlace; file: string },
  signal?: AbortSignal,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const thread = new Worker(new URL('./backup-thread.ts', import.meta.url), {
    workerData: backup,
    name: 'backup',
  })
  thread.on('message', (failure: string | null) =>
    failure === null ? resolve() : reject(new StartError(failure)),
  )
  thread.on('error', reject)
  thread.on('exit', () => reject(new Error('the thread has ended')))
  const stop = () => void thread.terminate()
  signal?.addEventListener('abort', stop)
  try {
    await promise
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

/** Notifies the operator if there is only one account, which is then the operator's. */
async function tellOperator({ db, onNotified }: DailyBackups, error: unknown): Promise<void> {
  const [operator, ...others] = await listAccounts(db)
  if (!operator || others.length > 0) return
  await notify(db, {
    id: randomUUID(),
    userId: operator.id,
    title: () => 'No se ha hecho la copia de seguridad diaria',
    message: error instanceof StartError ? error.message : 'El registro del servidor dice por qué.',
    type: 'warning',
    link: null,
    repeatKey: LAST,
    count: 1,
    now: clock.now(),
  })
  onNotified(operator.id)
}
