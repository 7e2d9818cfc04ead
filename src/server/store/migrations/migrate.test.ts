// @module-tag server
// @module-tag process
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { countAll, countWithin } from '#server/store/history/alert-counts.ts'
import { BUCKET_MS } from '#server/store/history/count-triggers.ts'
import type { StorePlace } from '#server/store/open-store.ts'
import { seededRandom } from '../../../../scripts/demo/random.ts'
import { alertRow } from '../../../../tests/support/rows.ts'
import { emptyPlace } from '../../../../tests/support/test-place.ts'
import { contentOf, fillHistory, openUnmigrated } from '../../../../tests/support/unmigrated.ts'
import { migrate, migrationNames } from './migrate.ts'

it('counts alerts from before and after the migration that adds counts', async () => {
  const { db } = await openPlace()
  await migrate(db, { last: '0003-processes' })
  const ana = { db, userId: 'ana' }
  const at = (quarter: number, connection_id = 'oro') =>
    alertRow({
      user_id: 'ana',
      connection_id,
      received_at: quarter * BUCKET_MS,
      status: 'success',
    })
  const older = { attempts: 0, uncertain: 0, missing: '[]', message_ids: '[]' } as const
  const insert = (...alerts: ReturnType<typeof at>[]) =>
    db
      .insertInto('alerts')
      .values(
        alerts.map(({ address_id: _, received_from: __, ...alert }) => ({ ...alert, ...older })),
      )
      .execute()
  await insert(at(1), at(1), at(1, 'plata'), { ...at(7), status: 'failed', error_code: 'x' })

  expect(await migrate(db)).toEqual(migrationNames.slice(3))
  await insert(at(7))
  expect(await countAll(ana, undefined)).toMatchObject({ total: 5, successful: 4, failed: 1 })
  expect(await countAll(ana, 'plata')).toMatchObject({ total: 1 })
  const quarters = [1, 7].map(n => ({ from: n * BUCKET_MS, to: (n + 1) * BUCKET_MS }))
  expect(await countWithin(ana, undefined, quarters)).toMatchObject([{ total: 3 }, { total: 2 }])
  expect(await countWithin(ana, 'oro', quarters)).toMatchObject([{ total: 2 }, { total: 2 }])
})

it('refuses a database that another program migrates, and leaves it unchanged', async () => {
  const { db } = await openPlace()
  await sql`create table kysely_migration (name text, timestamp text)`.execute(db)
  await sql`insert into kysely_migration values ('0001-notes', '')`.execute(db)
  const before = await contentOf(db)
  await expect(migrate(db)).rejects.toThrow(/^La base de datos es de otro programa/)
  expect(await contentOf(db)).toEqual(before)
})

const SEED = 1_307

it('resumes after a kill in the midst of each migration', { tags: ['extended'] }, async () => {
  const [undisturbed, struck] = [await openPlace(), await openPlace()]
  const random = seededRandom(SEED)
  for (const name of migrationNames) {
    undisturbed.statements = 0
    await migrate(undisturbed.db, { last: name })
    await killWithin(struck.place, 1 + Math.floor(random() * undisturbed.statements))
    await migrate(struck.db, { last: name })
    expect(await contentOf(struck.db)).toEqual(await contentOf(undisturbed.db))
    if (name === migrationNames[0])
      for (const { db } of [undisturbed, struck]) await fillHistory(db, 2_000)
  }
})

async function openPlace() {
  const folder = await emptyPlace()
  const { place } = folder
  const opened = { place, statements: 0, db: openUnmigrated(place, () => (opened.statements += 1)) }
  onTestFinished(async () => {
    await opened.db.destroy()
    await folder[Symbol.asyncDispose]()
  })
  return opened
}

/** @param statements of the next migration, after which the process is killed */
async function killWithin(place: StorePlace, statements: number): Promise<void> {
  const entry = join(import.meta.dirname, '../../../../tests/support/killed-in-migration.ts')
  const child = spawn(process.execPath, [entry, JSON.stringify(place), String(statements)])
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
}
