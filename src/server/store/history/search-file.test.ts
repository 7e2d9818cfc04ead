import { copyFile, mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { transaction } from '#server/store/engine/transaction.ts'
import { openStore, type Store } from '#server/store/open-store.ts'
import { insertAlerts } from '#server/store/rows/alerts.ts'
import { alertQuerySchema } from '#shared/model/alert.ts'
import { alertRow } from '../../../../tests/support/rows.ts'
import { sqliteHere } from '../../../../tests/support/sqlite-here.ts'
import { migratedFolder } from '../../../../tests/support/test-place.ts'
import { readPage } from './history.ts'

let folder: Awaited<ReturnType<typeof migratedFolder>>
beforeEach(async () => {
  folder = await migratedFolder()
})
afterEach(() => folder[Symbol.asyncDispose]())

const inFolder = (name: string) => join(folder.place.dataDir, name)
const searchFile = () => inFolder('search.sqlite')

/** Opens the installation, runs `work` and closes it. */
async function installed<T>(work: (store: Store) => Promise<T>): Promise<T> {
  await using store = await openStore(folder.place, { connectSqlite: sqliteHere() })
  return await work(store)
}

const receive = ({ db }: Store, words: readonly string[]) =>
  transaction(db, trx =>
    insertAlerts(
      trx,
      words.map((word, nth) =>
        alertRow({
          id: word,
          user_id: 'ana',
          connection_id: 'oro',
          received_at: 1_750_000_000_000 + nth,
          payload: JSON.stringify({ word }),
          status: 'success',
        }),
      ),
    ),
  )

const search = ({ reader, search }: Store, text: string) =>
  readPage(
    { reading: { db: reader, userId: 'ana' }, search },
    alertQuerySchema.parse({ search: text }),
  )

const WORDS = ['manzana', 'pera', 'naranja']

/** Number of matches of each word, once all alerts are indexed. */
async function foundOf(store: Store): Promise<number[]> {
  await store.search.finish()
  const pages = await Promise.all(WORDS.map(word => search(store, word)))
  expect(pages.map(({ more }) => more)).toEqual(WORDS.map(() => false))
  return pages.map(({ total }) => total)
}

const fill = () =>
  installed(async store => {
    await receive(store, WORDS)
    await store.search.finish()
  })

const mode = async (name: string) => (await stat(inFolder(name))).mode

it('keeps the index in a file of its own, with the permissions of the database', async () => {
  await fill()
  expect((await readdir(folder.place.dataDir)).toSorted()).toEqual([
    'pregonero.sqlite',
    'search.sqlite',
  ])
  expect(await mode('search.sqlite')).toBe(await mode('pregonero.sqlite'))
  using database = new DatabaseSync(inFolder('pregonero.sqlite'))
  const names = database
    .prepare('select name from sqlite_schema')
    .all()
    .map(({ name }) => name)
  expect(names.filter(name => /search_(texts|trigrams)/.test(String(name)))).toEqual([])
})

const losses: Record<string, () => Promise<unknown>> = {
  'is missing': () => rm(searchFile()),
  'is empty': () => writeFile(searchFile(), ''),
  'is garbage': () => writeFile(searchFile(), 'x'.repeat(50_000)),
  'is another database': async () => {
    await rm(searchFile())
    new DatabaseSync(searchFile()).exec('create table search_state (form)')
  },
  'is of another form': () =>
    altered(database => database.exec('update search_state set form = 0')),
  'was made for another database': () =>
    altered(database => database.exec(`update search_state set id = 'other'`)),
}

async function altered(change: (database: DatabaseSync) => void): Promise<void> {
  using database = new DatabaseSync(searchFile())
  change(database)
}

it.each(Object.entries(losses))('rebuilds the index when its file %s', async (_, lose) => {
  await fill()
  await lose()
  await installed(async store => expect(await foundOf(store)).toEqual([1, 1, 1]))
})

it('rebuilds the index when the database comes from a backup', async () => {
  await fill()
  await copyFile(inFolder('pregonero.sqlite'), inFolder('backup'))
  await installed(async store => {
    await store.db.deleteFrom('alerts').where('id', '=', 'pera').execute()
    await store.search.finish()
  })
  await copyFile(inFolder('backup'), inFolder('pregonero.sqlite'))
  await installed(async store => expect(await foundOf(store)).toEqual([1, 1, 1]))
})

it('rebuilds the index when its pages are damaged in use', async () => {
  await installed(store => receive(store, WORDS))
  await installed(async store => {
    await store.search.finish()
    await sql`pragma main.wal_checkpoint(truncate)`.execute(store.search.reader)
    // Overwrite all pages but the first one, which holds the schema.
    await using file = await open(searchFile(), 'r+')
    const { size } = await file.stat()
    await file.write(Buffer.alloc(size - 4_096, 7), 0, size - 4_096, 4_096)
    await sql`pragma shrink_memory`.execute(store.search.reader)
    await receive(store, ['uva'])
    await search(store, 'uva')
    await expect.poll(() => foundOf(store).catch(() => null)).toEqual([1, 1, 1])
    expect((await search(store, 'uva')).total).toBe(1)
  })
})

it('survives a removal of the file in use, and rebuilds it at the next start', async () => {
  await installed(async store => {
    await receive(store, WORDS)
    await store.search.finish()
    for (const end of ['', '-wal', '-shm']) await rm(`${searchFile()}${end}`)
    await receive(store, ['uva'])
    expect((await search(store, 'uva')).total).toBe(1)
    expect(await foundOf(store)).toEqual([1, 1, 1])
  })
  await installed(async store => {
    expect(await foundOf(store)).toEqual([1, 1, 1])
    expect((await search(store, 'uva')).total).toBe(1)
  })
})

it('stores and lists alerts while the index can’t be written', async () => {
  await fill()
  await rm(searchFile())
  // A folder in the file's place: not even root can write to it.
  await mkdir(searchFile())
  await installed(async store => {
    await receive(store, ['uva'])
    const page = await readPage(
      { reading: { db: store.reader, userId: 'ana' }, search: store.search },
      alertQuerySchema.parse({}),
    )
    expect(page).toMatchObject({ total: 4, more: false })
    await expect(store.search.finish()).rejects.toThrow()
    await rm(searchFile(), { recursive: true })
    expect(await foundOf(store)).toEqual([1, 1, 1])
    expect((await search(store, 'uva')).total).toBe(1)
  })
})

it('indexes each alert once after a crash between its write and that of the notes', async () => {
  await fill()
  await installed(async store => {
    await receive(store, ['uva'])
    // Bring the notes back, as after a crash between the two writes.
    const notes = await store.db.selectFrom('search_changes').selectAll().execute()
    await store.search.finish()
    await store.db.insertInto('search_changes').values(notes).execute()
  })
  await installed(async store => {
    expect(await foundOf(store)).toEqual([1, 1, 1])
    expect((await search(store, 'uva')).total).toBe(1)
    const texts = await store.search.reader.selectFrom('search_texts').select('seq').execute()
    expect(texts).toHaveLength(4)
  })
})
