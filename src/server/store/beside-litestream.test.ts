import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { createLog } from '#server/base/log.ts'
import type { Database } from './engine/schema.ts'
import { openStore } from './open-store.ts'
import { readOrInitSetting } from './rows/settings.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pregonero-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
})

const path = () => join(dataDir, 'pregonero.sqlite')

/** True if SQLite checkpoints the log into the file, which then grows. */
async function isCarriedOver(db: Database): Promise<boolean> {
  const before = (await stat(path())).size
  await readOrInitSetting(db, 'large', 'x'.repeat(8_000_000))
  return (await stat(path())).size > before
}

/** Imitates Litestream's start: creates its tables and holds a read transaction. */
function watchOver(): Disposable {
  const litestream = new DatabaseSync(path(), { timeout: 2_000 })
  litestream.exec(`create table _litestream_seq (id integer primary key, seq integer);
    create table _litestream_lock (id integer); begin; select count(*) from _litestream_seq`)
  return { [Symbol.dispose]: () => litestream.close() }
}

it('checkpoints the log into the file by itself', async () => {
  await using store = await openStore({ dataDir })
  expect(await isCarriedOver(store.db)).toBe(true)
})

it('leaves checkpoints to Litestream from the moment it starts', async () => {
  const said: string[] = []
  const destination = { write: (line: string) => void said.push(line) }
  await using store = await openStore(
    { dataDir },
    { log: createLog({ level: 'info', destination }) },
  )
  await store.notices.listen(() => {})
  using _litestream = watchOver()
  await expect.poll(() => said.join('')).toContain('left to it')
  expect(await isCarriedOver(store.db)).toBe(false)
})

it('leaves checkpoints to Litestream when it started first', async () => {
  {
    await using _store = await openStore({ dataDir })
  }
  using _litestream = watchOver()
  await using store = await openStore({ dataDir })
  expect(await isCarriedOver(store.db)).toBe(false)
})
