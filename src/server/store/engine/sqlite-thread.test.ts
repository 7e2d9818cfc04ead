// @module-tag server
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Worker } from 'node:worker_threads'
import { Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openStore } from '#server/store/open-store.ts'
import { readOrInitSetting, writeSetting } from '#server/store/rows/settings.ts'
import { startedThreads } from '../../../../tests/support/started-threads.ts'
import type { Database, Tables } from './schema.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { SqliteThread } from './sqlite-thread.ts'
import { StoreAwayError } from './store-errors.ts'

describe('an answer of the reader', () => {
  it('equals the answer of the writing connection', async () => {
    await using store = await openTestStore()
    await readOrInitSetting(store.db, 'large', 'ñ€😀'.repeat(300_000))
    const question = sql`
      select value, fold('Ámbar ÑANDÚ') as folded, 9007199254740991 as large, -1 as negative,
        0.1 as real, null as missing, x'00ff' as bytes, '' as empty, ${'"quoted"'} as bound
      from settings where name = ${'large'}`
    const { rows } = await question.execute(store.reader)
    expect(rows).toEqual((await question.execute(store.db)).rows)
    expect(rows).toMatchObject([{ folded: 'ambar nandu', large: 2 ** 53 - 1, missing: null }])
  })

  it('includes the latest commit, every time', async () => {
    await using store = await openTestStore()
    for (let time = 1; time <= 200; time++) {
      await readOrInitSetting(store.db, `setting ${time}`, '1')
      const { rows } = await sql`select count(*) as count from settings`.execute(store.reader)
      expect(rows).toEqual([{ count: time }])
    }
  })

  it('lets writes proceed, however long it takes', async () => {
    await using store = await openTestStore()
    let isReading = true
    const long = sql`
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 3000000)
      select count(*) as count from numbers`.execute(store.reader)
    const read = long.finally(() => {
      isReading = false
    })
    let written = 0
    while (isReading) {
      await readOrInitSetting(store.db, `setting ${written}`, '1')
      written += 1
      await new Promise(setImmediate)
    }
    expect((await read).rows).toEqual([{ count: 3_000_000 }])
    expect(written).toBeGreaterThan(20)
  })

  it('belongs to its query among 500 concurrent ones', async () => {
    await using store = await openTestStore()
    const numbers = Array.from({ length: 500 }, (_, index) => index)
    const answers = await Promise.all(
      numbers.map(number => sql`select ${number} as number`.execute(store.reader)),
    )
    expect(answers.map(answer => answer.rows)).toEqual(numbers.map(number => [{ number }]))
  })
})

describe('the reader', () => {
  it('refuses every write and transaction', async () => {
    await using store = await openTestStore()
    const insert = store.reader.insertInto('settings').values({ name: 'x', value: '1' })
    await expect(insert.execute()).rejects.toThrow('gives rows')
    await expect(insert.returning('name').execute()).rejects.toMatchObject({
      errcode: SQLITE_READONLY,
    })
    await expect(sql`create temp table own (x)`.execute(store.reader)).rejects.toThrow('gives rows')
    await expect(store.reader.transaction().execute(async () => 1)).rejects.toThrow('transactions')
    expect(await store.reader.selectFrom('settings').selectAll().execute()).toEqual([])
  })

  it('passes on SQLite’s error and goes on', async () => {
    await using store = await openTestStore()
    await expect(sql`select x from nowhere`.execute(store.reader)).rejects.toMatchObject({
      message: 'no such table: nowhere',
      errcode: SQLITE_ERROR,
    })
    await expect(sql`select 1 as one`.execute(store.reader)).resolves.toMatchObject({
      rows: [{ one: 1 }],
    })
  })
})

describe('the thread that reads', () => {
  it('starts with the first query', async () => {
    const started = startedThreads()
    await using store = await openTestStore()
    expect(started.map(({ threadName }) => threadName)).toEqual(['writer of pregonero.sqlite'])
    await sql`select 1`.execute(store.reader)
    await sql`select 2`.execute(store.reader)
    expect(started.map(({ threadName }) => threadName)).toEqual([
      'writer of pregonero.sqlite',
      'reader of pregonero.sqlite',
    ])
  })

  it('is replaced after a kill, which rejects the running query', async () => {
    await using store = await openTestStore()
    const begun = once(process, 'worker')
    const asked = endless(store.reader)
    const refused = expect(asked).rejects.toThrow('the thread has ended')
    const [worker] = (await begun) as [Worker]
    await once(worker, 'online')
    await worker.terminate()
    await refused
    await expect(sql`select 1 as one`.execute(store.reader)).resolves.toMatchObject({
      rows: [{ one: 1 }],
    })
  })

  it('rejects queries until the file exists, then opens it', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'pregonero-'))
    const path = join(folder.path, 'pregonero.sqlite')
    const reader = new Kysely<Tables>({ dialect: sqliteDialect({ path, isReader: true }) })
    const ask = () => reader.selectFrom('settings').selectAll().execute()
    await expect(Promise.allSettled([ask(), ask()])).resolves.toMatchObject(
      Array.from({ length: 2 }, () => ({
        status: 'rejected',
        reason: { message: 'unable to open database file', code: 'ERR_SQLITE_ERROR' },
      })),
    )
    await using store = await openStore({ dataDir: folder.path })
    await readOrInitSetting(store.db, 'x', '1')
    expect(await ask()).toEqual([{ name: 'x', value: '1' }])
    await reader.destroy()
  })

  it('ends with the store, which rejects pending queries', async () => {
    await using store = await openTestStore()
    await sql`select 1`.execute(store.reader)
    const asked = [endless(store.reader), endless(store.reader), endless(store.reader)]
    const refused = expect(Promise.allSettled(asked)).resolves.toMatchObject(
      asked.map(() => ({ status: 'rejected', reason: { message: 'the database is closed' } })),
    )
    await store.reader.destroy()
    await refused
    await expect(sql`select 1`.execute(store.reader)).rejects.toThrow('destroyed')
  })

  it('lets the process exit', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'pregonero-'))
    const program = `
      import { openStore } from ${JSON.stringify(import.meta.resolve('../open-store.ts'))}
      const { reader } = await openStore({ dataDir: ${JSON.stringify(folder.path)} })
      console.log(await reader.selectFrom('settings').selectAll().execute())`
    const { stdout } = await promisify(execFile)(process.execPath, ['--eval', program])
    expect(stdout).toBe('[]\n')
  })
})

const SQLITE_ERROR = 1
const SQLITE_READONLY = 8

async function openTestStore() {
  await using open = new AsyncDisposableStack()
  const folder = open.use(await mkdtempDisposable(join(tmpdir(), 'pregonero-')))
  const store = open.use(await openStore({ dataDir: folder.path }))
  const held = open.move()
  return { ...store, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

const endless = (db: Database) =>
  sql`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers)
    select max(fold(n)) from numbers`.execute(db)

describe('the thread that writes', () => {
  it('is replaced after a kill, which rejects and rolls back the open transaction', async () => {
    const started = startedThreads()
    await using store = await openTestStore()
    const begun = Promise.withResolvers<void>()
    const writing = store.db.transaction().execute(async trx => {
      await writeSetting(trx, 'first', '1')
      begun.resolve()
      await endless(trx)
    })
    const refused = expect(writing).rejects.toThrow(StoreAwayError)
    await begun.promise
    await started[0]?.terminate()
    await refused
    await writeSetting(store.db, 'second', '2')
    expect(await store.reader.selectFrom('settings').select('name').execute()).toEqual([
      { name: 'second' },
    ])
  })

  it('rejects later statements of a transaction that was lost in a kill', async () => {
    const started = startedThreads()
    await using store = await openTestStore()
    const both = store.db.transaction().execute(async trx => {
      await writeSetting(trx, 'first', '1')
      await started[0]?.terminate()
      await writeSetting(trx, 'second', '2')
    })
    await expect(both).rejects.toThrow(StoreAwayError)
    expect(await store.reader.selectFrom('settings').select('name').execute()).toEqual([])
  })

  it('ends when it rests, and starts again with the next query', async () => {
    const started = startedThreads()
    await using folder = await mkdtempDisposable(join(tmpdir(), 'pregonero-'))
    const thread = new SqliteThread({ path: join(folder.path, 'a.sqlite'), isReader: false })
    const ask = async (text: string) => (await thread.ask({ sql: text, parameters: [] })).rows
    await ask('create table kept as select 1 as n')
    const ended = once(started[0] as Worker, 'exit')
    thread.rest()
    thread.rest()
    await ended
    expect(await ask('select n from kept')).toEqual([{ n: 1 }])
    expect(started).toHaveLength(2)
    await thread.close()
  })

  it('lets the store close when it has ended before', async () => {
    const started = startedThreads()
    await using store = await openTestStore()
    await writeSetting(store.db, 'x', '1')
    await started[0]?.terminate()
    await store.db.destroy()
  })

  it('leaves no log behind when the store is closed', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'pregonero-'))
    const store = await openStore({ dataDir: folder.path })
    await writeSetting(store.db, 'x', '1')
    await store[Symbol.asyncDispose]()
    expect(await readdir(folder.path)).toEqual(['pregonero.sqlite'])
  })

  it('streams a long table in parts, and may be stopped early', async () => {
    await using store = await openTestStore()
    const numbers = sql<{ n: number }>`(
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 1000)
      select n from numbers)`
    const parts: number[] = []
    const query = store.db.selectFrom(numbers.as('numbers')).select('n')
    for await (const { n } of query.stream(64)) parts.push(n)
    expect(parts).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1))
    for await (const { n } of query.stream(64)) if (n === 70) break
    expect(await query.limit(1).execute()).toEqual([{ n: 1 }])
  })
})
