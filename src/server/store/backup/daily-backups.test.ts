import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { createAccount } from '#server/accounts/manage-accounts.ts'
import { createLog } from '#server/base/log.ts'
import { saveClock } from '#server/store/history/trusted-clock.ts'
import { writeSetting } from '#server/store/rows/settings.ts'
import { DAY_MS } from '#shared/limits.ts'
import { stepClock } from '../../../../tests/support/step-clock.ts'
import { emptyFolder, isOnPostgres, openTestStore } from '../../../../tests/support/test-place.ts'
import { backUpIfDue, type DailyBackups, startDailyBackups } from './daily-backups.ts'

async function stageDaily() {
  await using open = new AsyncDisposableStack()
  const { db, place } = open.use(await openTestStore())
  const { dataDir } = open.use(await emptyFolder()).place
  const here = 'dataDir' in place ? place.dataDir : dataDir
  const options: DailyBackups = {
    db,
    place,
    dataDir: here,
    keep: 1,
    log: createLog({ level: 'silent' }),
    onNotified: () => {},
  }
  const held = open.move()
  return {
    ...options,
    folder: join(here, 'backups'),
    made: async () => (await readdir(join(here, 'backups'))).toSorted(),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

// A copy of PostgreSQL is a whole new file each time, so the gate makes only a few.
const ofFiles = { tags: isOnPostgres() ? ['extended'] : [] }

const day = () => new Date().toISOString().slice(0, 10)

it('makes one backup a day and deletes only older daily ones', async () => {
  await using stage = await stageDaily()
  expect(await backUpIfDue(stage)).toBe(join(stage.folder, `diaria-0001-${day()}.sqlite`))
  expect(await backUpIfDue(stage)).toBeUndefined()
  await writeFile(join(stage.folder, 'antes-de-0002-delivery.sqlite'), '')
  await writeFile(join(stage.folder, 'mine.sqlite'), '')
  await writeSetting(stage.db, 'daily-backup', String(Date.now() - DAY_MS - 1_000))
  await backUpIfDue(stage)
  const kept = (await stage.made()).map(name => name.replace(/-\d{4}-\d\d-\d\d/, ''))
  expect(kept).toEqual(['antes-de-0002-delivery.sqlite', 'diaria-0002.sqlite', 'mine.sqlite'])
})

it('makes one backup for two concurrent requests on a shared database', async () => {
  await using stage = await stageDaily()
  const isShared = 'databaseUrl' in stage.place
  const made = await Promise.all([backUpIfDue(stage), isShared ? backUpIfDue(stage) : undefined])
  expect(made.filter(file => file !== undefined)).toHaveLength(1)
  expect(await stage.made()).toEqual([`diaria-0001-${day()}.sqlite`])
})

it('follows the time passed rather than a clock that was set', ofFiles, async () => {
  await using stage = await stageDaily()
  await saveClock(stage.db)
  await backUpIfDue(stage)
  if ('dataDir' in stage.place) {
    using _ahead = stepClock(400 * DAY_MS)
    expect(await backUpIfDue(stage)).toBeUndefined()
  }
  // Value left by a clock that was a year ahead.
  await writeSetting(stage.db, 'daily-backup', String(Date.now() + 365 * DAY_MS))
  expect(await backUpIfDue(stage)).toBe(join(stage.folder, `diaria-0002-${day()}.sqlite`))
  expect(await backUpIfDue(stage)).toBeUndefined()
})

it('names the file by today’s date, also after a restore of old data', ofFiles, async () => {
  await using stage = await stageDaily()
  const then = Date.now() - 90 * DAY_MS
  await writeSetting(stage.db, 'clock', JSON.stringify({ seen: then, passed: then }))
  expect(await backUpIfDue(stage)).toBe(join(stage.folder, `diaria-0001-${day()}.sqlite`))
})

it('sweeps the leftovers of a killed process', ofFiles, async () => {
  await using stage = await stageDaily()
  const left = join(stage.folder, 'diaria-0001-2026-01-01.sqlite.a-medias')
  await mkdir(left, { recursive: true })
  await writeFile(join(left, 'diaria-0001-2026-01-01.sqlite'), 'half a copy')
  await backUpIfDue(stage)
  expect(await stage.made()).toEqual([`diaria-0001-${day()}.sqlite`])
})

it('notifies the only account when the backup can’t be made', async () => {
  await using stage = await stageDaily()
  const account = { email: 'ana@example.com', name: 'Ana', password: 'larga' }
  await createAccount(stage.db, account, Date.now())
  await writeFile(stage.folder, 'no folder')
  const told = vi.fn<(userId: string) => void>()
  await using _daily = startDailyBackups({ ...stage, onNotified: told }, 0)
  await expect.poll(() => told.mock.calls.length).toBe(1)
  const notifications = await stage.db
    .selectFrom('notifications')
    .select(['title', 'message', 'user_id'])
    .execute()
  expect(notifications).toEqual([
    {
      title: 'No se ha hecho la copia de seguridad diaria',
      message: expect.stringMatching(/^No se puede usar /),
      user_id: told.mock.calls[0]?.[0],
    },
  ])
})
