/** `pregonero backup` and `pregonero restore`, from each database into each. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { restoreBackup } from '#server/store/backup/restore-backup.ts'
import { writeBackup } from '#server/store/backup/write-backup.ts'
import type { StorePlace } from '#server/store/open-store.ts'
import { fillEveryTable } from '../support/every-table.ts'
import { freePort } from '../support/free-port.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { startTestApp } from '../support/test-app.ts'
import { addAccount, contents, copiedBots, fill } from './move-stage.ts'

const SECRET_KEY = 'the secret key of an installation'

type Kind = 'SQLite' | 'PostgreSQL'

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'pregonero-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

const placeOf = async (kind: Kind): Promise<StorePlace> =>
  kind === 'SQLite'
    ? { dataDir: await folder() }
    : { databaseUrl: await freshDatabase(inject('postgresUrl')) }

async function restore(file: string, place: StorePlace, isForced = false) {
  const dataDir = 'dataDir' in place ? place.dataDir : await folder()
  return await restoreBackup({ file, place, dataDir, secretKey: SECRET_KEY, isForced })
}

/** Rows of `before` as a restore changes them. */
function settled(before: Record<string, string[]>): Record<string, string[]> {
  const alerts = (before.alerts ?? []).map(row => {
    const alert = JSON.parse(row)
    const failed = {
      status: 'failed',
      next_attempt_at: null,
      error_code: 'restored',
      error_reason: 'Restaurada de una copia',
      uncertain: 1,
    }
    return JSON.stringify({ ...alert, ...failed })
  })
  const watch_duty = (before.watch_duty ?? []).map(row =>
    JSON.stringify({ ...JSON.parse(row), holder: null }),
  )
  const watch_alarms = (before.watch_alarms ?? []).map(row =>
    JSON.stringify({
      ...JSON.parse(row),
      status: 'kept',
      due_at: null,
      reason: 'Restaurada de una copia',
    }),
  )
  const gone = ['session', 'api_tokens', 'workers', 'deliveries', 'chat_links', 'seen_chats']
  const empty = Object.fromEntries(gone.map(table => [table, []]))
  return { ...before, alerts, bots: copiedBots(before.bots), watch_duty, watch_alarms, ...empty }
}

describe.each<Kind>(['SQLite', 'PostgreSQL'])('a backup of %s', source => {
  for (const target of ['SQLite', 'PostgreSQL'] as const)
    it(`restores every table into ${target}`, {
      tags: target === source ? ['extended'] : [],
    }, async () => {
      const [from, to] = [await placeOf(source), await placeOf(target)]
      await fill(from, async db => {
        await fillEveryTable(db)
        await sql`delete from tombstones`.execute(db)
        await sql`update deliveries set in_flight = 1`.execute(db)
      })
      const before = await contents(from)
      for (const [table, rows] of Object.entries(before))
        expect([table, rows.length > 0]).toEqual([table, table !== 'tombstones'])
      const file = join(await folder(), 'copia.sqlite')
      await writeBackup({ place: from, file })
      const { failed } = await restore(file, to)
      expect(failed).toBe(before.deliveries?.length)
      const { counts: _, ...expected } = settled(before)
      expect(await contents(to)).toMatchObject(expected)

      const again = join(await folder(), 'copia.sqlite')
      await writeBackup({ place: to, file: again })
      await expect(restore(again, to)).rejects.toThrow(/ --force/)
      await restore(again, to, true)
      expect(await contents(to)).toMatchObject(expected)
    })
})

describe('a restore into PostgreSQL', { tags: ['extended'] }, () => {
  it('is refused while even a web process uses the database', async () => {
    const to = { databaseUrl: await freshDatabase(inject('postgresUrl')) }
    const from = await placeOf('SQLite')
    await fill(from)
    const file = join(await folder(), 'copia.sqlite')
    await writeBackup({ place: from, file })
    const settings = {
      role: 'web' as const,
      port: await freePort(),
      secrets: { secretKey: SECRET_KEY, databaseUrl: to.databaseUrl },
    }
    await using app = await startTestApp(settings)
    await expect(restore(file, to, true)).rejects.toThrow(
      /^Un Pregonero en marcha usa el PostgreSQL de DATABASE_URL: detenlo y repite/,
    )
    await app[Symbol.asyncDispose]()
    await restore(file, to)
  })

  it('changes neither rows nor files when it is interrupted', async () => {
    const to = { databaseUrl: await freshDatabase(inject('postgresUrl')) }
    const from = await placeOf('SQLite')
    await fill(from, db => addAccount(db, 'a@example.com'))
    await fill(to, db => addAccount(db, 'b@example.com'))
    const file = join(await folder(), 'copia.sqlite')
    await writeBackup({ place: from, file })
    const before = await contents(to)
    const dataDir = await folder()
    const onProgress = () => {
      throw new Error('killed')
    }
    const restoring = restoreBackup(
      { file, place: to, dataDir, secretKey: SECRET_KEY, isForced: true },
      onProgress,
    )
    await expect(restoring).rejects.toThrow('killed')
    expect(await contents(to)).toEqual(before)
    expect(await readdir(dataDir)).toEqual([])
  })
})
