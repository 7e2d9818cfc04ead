import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { StartError } from '#server/base/errors.ts'
import { openStore } from '#server/store/open-store.ts'
import { openUnmigrated } from '../../../../tests/support/unmigrated.ts'
import { migrate } from './migrate.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pregonero-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
})

function write(statements: string): DatabaseSync {
  const database = new DatabaseSync(join(dataDir, 'pregonero.sqlite'))
  database.exec(statements)
  return database
}

/** All files in the folder, except the shared memory of connections (`-shm`), which later ones do not need. */
async function bytes(): Promise<Record<string, string>> {
  const names = (await readdir(dataDir)).filter(name => !name.endsWith('-shm'))
  const contents = names.map(async name => [name, await readFile(join(dataDir, name), 'hex')])
  return Object.fromEntries(await Promise.all(contents))
}

const NOTES = 'create table notes (text); insert into notes values (1)'
const LITESTREAM = `create table _litestream_seq (id integer primary key, seq integer);
  create table _litestream_lock (id integer)`
const OTHER_KYSELY = `create table kysely_migration (name, timestamp);
  insert into kysely_migration values ('0001-notes', '')`

describe("another program's file", () => {
  async function expectRefused() {
    const before = await bytes()
    const refused = openStore({ dataDir })
    await expect(refused).rejects.toThrow(StartError)
    await expect(refused).rejects.toThrow(/^El archivo .*pregonero\.sqlite es de otro programa/)
    expect(await bytes()).toEqual(before)
  }

  it.each([
    ['has its tables', NOTES],
    ['keeps a log', `pragma journal_mode = wal; ${NOTES}`],
    ['has no tables but a view', 'create view notes as select 1'],
    ['bears its mark alone', 'pragma application_id = 1196444487; vacuum'],
    ['is migrated by Kysely too', OTHER_KYSELY],
  ])('is refused and left unchanged when it %s', async (_, statements) => {
    write(statements).close()
    await expectRefused()
  })

  it('is refused and left unchanged while it is open', async () => {
    using _open = write(`pragma journal_mode = wal; ${NOTES}`)
    await expectRefused()
  })

  it('is refused and left unchanged after a crash', async () => {
    const here = dataDir
    dataDir = await mkdtemp(join(tmpdir(), 'pregonero-'))
    onTestFinished(() => rm(here, { recursive: true, force: true }))
    {
      using _open = write(`pragma journal_mode = wal; ${NOTES}`)
      for (const name of ['pregonero.sqlite', 'pregonero.sqlite-wal'])
        await cp(join(dataDir, name), join(here, name))
    }
    await rm(dataDir, { recursive: true })
    dataDir = here
    await expectRefused()
  })
})

describe('a file of Pregonero', () => {
  const opens = async () => {
    await using store = await openStore({ dataDir })
    return store.migrated.length
  }

  it('is migrated when it is new and empty', async () => {
    write('').close()
    expect(await opens()).toBeGreaterThan(1)
  })

  it('is migrated when its first start was killed', async () => {
    write('create table kysely_migration (name primary key, timestamp)').close()
    expect(await opens()).toBeGreaterThan(1)
  })

  it.each([
    ['that was made just now', ''],
    [
      'of which the first start was killed',
      'create table kysely_migration (name primary key, timestamp)',
    ],
  ])('is migrated once beside Litestream: a file %s', async (_, statements) => {
    write(`${LITESTREAM}; ${statements}`).close()
    expect(await opens()).toBeGreaterThan(1)
    expect(await opens()).toBe(0)
  })

  it('is migrated once from the first version', async () => {
    {
      await using db = openUnmigrated({ dataDir })
      await migrate(db, { last: '0001-start' })
    }
    expect(await opens()).toBeGreaterThan(1)
    expect(await opens()).toBe(0)
  })
})
