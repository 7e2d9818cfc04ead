import { mkdtempDisposable, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { readSetting, writeSetting } from '#server/store/rows/settings.ts'
import { holdStore } from '../../../../tests/support/hold-store.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { openSqlite, type Question } from './sqlite.ts'
import { StoreBusyError, StoreFullError } from './store-errors.ts'
import { transaction } from './transaction.ts'

it('shrinks the log again after a large write', async () => {
  await using store = await openTestStore()
  const { db, place } = store
  const log = join('dataDir' in place ? place.dataDir : '', 'pregonero.sqlite-wal')
  await sql`create table large (content blob)`.execute(db)
  await sql`insert into large values (zeroblob(60000000))`.execute(db)
  expect((await stat(log)).size).toBeGreaterThan(60_000_000)
  for (const value of ['a', 'b']) await writeSetting(db, 'after', value)
  expect((await stat(log)).size).toBeLessThan(17_000_000)
})

it('rejects with StoreFullError on a full disk and rolls back the transaction', async () => {
  await using store = await openTestStore()
  await sql`pragma max_page_count = 1`.execute(store.db)
  const both = transaction(store.db, trx =>
    Promise.all([
      writeSetting(trx, 'large', 'x'.repeat(1_000_000)),
      writeSetting(trx, 'small', 'x'),
    ]),
  )
  await expect(both).rejects.toThrow(StoreFullError)
  expect(await readSetting(store.db, 'small')).toBeUndefined()
  await transaction(store.db, trx => writeSetting(trx, 'small', 'x'))
  expect(await readSetting(store.db, 'small')).toBe('x')
})

it('rejects a single statement with StoreBusyError while another process writes', async () => {
  await using store = await openTestStore()
  await using held = await holdStore(store.place)
  await expect(writeSetting(store.db, 'a', 'x')).rejects.toThrow(StoreBusyError)
  await held.release()
  await writeSetting(store.db, 'a', 'x')
  expect(await readSetting(store.db, 'a')).toBe('x')
})

describe('a connection with overlapping requests', () => {
  let answer: (question: Partial<Question> & { sql: string }) => unknown[]

  beforeEach(async () => {
    const folder = await mkdtempDisposable(join(tmpdir(), 'pregonero-sqlite-'))
    const sqlite = openSqlite({ path: join(folder.path, 'a.sqlite'), isReader: false })
    onTestFinished(async () => {
      sqlite.close()
      await folder.remove()
    })
    answer = question => sqlite.answer({ parameters: [], ...question }).rows
    answer({ sql: 'create table names (name text)' })
  })
  const insert = (name: string) => ({ sql: `insert into names values ('${name}')` })
  const names = { sql: 'select group_concat(name) as names from names' }

  it('refuses a request while another transaction is open', () => {
    answer({ ...insert('a'), transaction: 1, begins: true })
    for (const early of [{ ...insert('b'), transaction: 2, begins: true }, insert('c'), names])
      expect(() => answer(early)).toThrow(expect.objectContaining({ code: 'TRANSACTION_OPEN' }))
    answer({ sql: 'commit', transaction: 1 })
    expect(answer(names)).toEqual([{ names: 'a' }])
  })

  it('applies a statement, a commit and a rollback to their own transaction', () => {
    answer({ ...insert('a'), transaction: 2, begins: true })
    expect(() => answer({ ...insert('b'), transaction: 1 })).toThrow('not open')
    expect(() => answer({ sql: 'commit', transaction: 1 })).toThrow('not open')
    answer({ sql: 'rollback', transaction: 1 })
    answer({ sql: 'commit', transaction: 2 })
    expect(answer(names)).toEqual([{ names: 'a' }])
  })
})
