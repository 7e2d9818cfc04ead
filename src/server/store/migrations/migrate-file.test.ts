import { mkdir, mkdtemp, open, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createLog } from '#server/base/log.ts'
import { openStore } from '#server/store/open-store.ts'
import { sqliteHere } from '../../../../tests/support/sqlite-here.ts'
import { contentOf, fillHistory, openUnmigrated } from '../../../../tests/support/unmigrated.ts'
import { type MigrationName, migrate } from './migrate.ts'
import { migrateFile } from './migrate-file.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pregonero-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
})

const inFolder = (name: string) => join(dataDir, name)
const database = () => inFolder('pregonero.sqlite')

/** An installation with a history that an older version left. */
async function leaveOlder(last: MigrationName) {
  await using db = openUnmigrated({ dataDir })
  await migrate(db, { last })
  await fillHistory(db, 3_000)
  return await contentOf(db)
}

/** @returns what was logged */
async function openOnce(): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => void lines.push(JSON.parse(line))
  const store = await openStore(
    { dataDir },
    { log: createLog({ level: 'info', destination: { write } }), connectSqlite: sqliteHere() },
  )
  await store[Symbol.asyncDispose]()
  return lines
}

async function contentOfCopy(name: string) {
  const folder = await mkdtemp(join(tmpdir(), 'pregonero-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'pregonero.sqlite'), await readFile(inFolder(name)))
  await using db = openUnmigrated({ dataDir: folder })
  return await contentOf(db)
}

const COPY = 'backups/antes-de-0004-panel.sqlite'

/** Everything in the folder and below it. */
const files = async () =>
  (await readdir(dataDir, { recursive: true })).filter(name => name !== 'backups').toSorted()

describe('the copy from before a migration', () => {
  it('is whole, in the backups folder, and named in the log', async () => {
    const older = await leaveOlder('0003-processes')
    expect(await openOnce()).toMatchObject([{ level: 'info', copy: inFolder(COPY) }])
    expect(await files()).toEqual([COPY, 'pregonero.sqlite'])
    expect(await contentOfCopy(COPY)).toEqual(older)
    await using store = await openStore({ dataDir })
    expect((await contentOf(store.db)).rows).toMatchObject({ alerts: 3_000 })
    await store.search.finish()
    const texts = await store.search.reader.selectFrom('search_texts').select('seq').execute()
    expect(texts).toHaveLength(3_000)
  })

  it('is omitted for a new file and when no migration is due', async () => {
    expect(await openOnce()).toEqual([])
    expect(await openOnce()).toEqual([])
    expect(await files()).toEqual(['pregonero.sqlite'])
  })

  it('replaces an older copy and an unfinished one', async () => {
    await leaveOlder('0003-processes')
    await mkdir(inFolder('backups'))
    await writeFile(inFolder('backups/antes-de-0002-delivery.sqlite'), 'an older one')
    await writeFile(inFolder('backups/copia-a-medias'), 'half of one')
    await writeFile(inFolder('backups/copia-a-medias-journal'), 'and its journal')
    await openOnce()
    expect(await files()).toEqual([COPY, 'pregonero.sqlite'])
  })

  it("leaves an operator's own copies as they are, whatever their names", async () => {
    await leaveOlder('0003-processes')
    await mkdir(inFolder('backups'))
    const own = [
      'backups/antes-de-2026-11-01.sqlite',
      'backups/antes-de-actualizar.sqlite',
      'backups/antes-de-actualizar.sqlite.en-curso',
      'pregonero.sqlite.antes-de-tocar-nada',
    ]
    for (const name of own) await writeFile(inFolder(name), 'mine')
    await openOnce()
    expect((await files()).toSorted()).toEqual([COPY, 'pregonero.sqlite', ...own].toSorted())
  })

  it('keeps the state from before an update that was cut off twice', async () => {
    const older = await leaveOlder('0003-processes')
    for (const migrations of [1, 2]) await cutOffAfter(migrations)
    expect(await openOnce()).toMatchObject([{ level: 'info', copy: inFolder(COPY) }])
    expect(await files()).toEqual([COPY, 'pregonero.sqlite'])
    expect(await contentOfCopy(COPY)).toEqual(older)
  })

  it('is made anew when the existing copy belongs to a finished update', async () => {
    await leaveOlder('0004-panel')
    await mkdir(inFolder('backups'))
    await writeFile(inFolder(COPY), 'an older one')
    await openOnce()
    expect(await files()).toEqual(['backups/antes-de-0005-tv-configs.sqlite', 'pregonero.sqlite'])
  })

  it.each(['', '.en-curso'])('is moved from where an older version left it%s', async underway => {
    await openOnce()
    await writeFile(inFolder(`pregonero.sqlite.antes-de-0002-delivery${underway}`), 'an older one')
    await openOnce()
    expect(await files()).toEqual(['backups/antes-de-0002-delivery.sqlite', 'pregonero.sqlite'])
  })

  it('is omitted with a warning when room is short, and the older copy stays', async () => {
    await leaveOlder('0003-processes')
    const older = 'backups/antes-de-0002-delivery.sqlite'
    await mkdir(inFolder('backups'))
    await writeFile(inFolder(older), 'an older one')
    await growBeyondRoom(database())
    expect(await openOnce()).toMatchObject([{ level: 'warn', needed: expect.any(Number) }])
    expect(await files()).toEqual([older, 'pregonero.sqlite'])
    await using db = openUnmigrated({ dataDir })
    expect(await migrate(db)).toEqual([])
  })
})

/** An update that is cut off after this number of migrations. */
async function cutOffAfter(migrations: number): Promise<void> {
  let left = migrations
  await using db = openUnmigrated({ dataDir }, query => {
    if (!query.startsWith('insert into "kysely_migration"')) return
    if (left === 0) throw new Error('cut off')
    left -= 1
  })
  await expect(migrateFile(db, database())).rejects.toThrow('cut off')
}

/** Appends pages that take no room: the file exceeds half of the free space, and is otherwise unchanged. */
async function growBeyondRoom(path: string): Promise<void> {
  const { bavail, bsize } = await statfs(path)
  const pages = Math.ceil((bavail * bsize) / 2 / PAGE_BYTES) + 100_000
  await using file = await open(path, 'r+')
  await file.truncate(pages * PAGE_BYTES)
  const count = Buffer.alloc(4)
  count.writeUInt32BE(pages)
  await file.write(count, 0, 4, PAGE_COUNT_AT)
}

const PAGE_BYTES = 4_096
const PAGE_COUNT_AT = 28
