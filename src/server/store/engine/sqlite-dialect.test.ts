import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { sqliteHere } from '../../../../tests/support/sqlite-here.ts'
import { virtualTime } from '../../../../tests/support/virtual-time.ts'
import { prepared } from './prepared.ts'
import type { Database, Tables } from './schema.ts'
import type { FileOptions } from './sqlite.ts'
import { type SqliteAnswers, sqliteDialect } from './sqlite-dialect.ts'
import { StoreAwayError, WriteInDoubtError } from './store-errors.ts'
import { lastly, lastlyIf } from './together.ts'
import { transaction } from './transaction.ts'
import { watched } from './watch-statements.ts'

const insert = prepared((db, name: string) =>
  db.insertInto('settings').values({ name, value: '' }).returning('name'),
)
const named = prepared((db, name: string) =>
  db.selectFrom('settings').select('name').where('name', '=', name),
)
const names = async (db: Database) =>
  (await db.selectFrom('settings').select('name').orderBy('name').execute()).map(row => row.name)

describe('the last statements of a transaction', () => {
  let db: Database
  /** Called after each question is answered; an error it throws replaces the answer. */
  let meets: (question: Parameters<SqliteAnswers['ask']>[0]) => void
  let questions: number
  /** Kinds of the statements, as the metrics count them. */
  let kinds: string[]
  /** Answers are held back until it resolves. */
  let answering: Promise<void>

  beforeEach(async () => {
    const folder = await mkdtempDisposable(join(tmpdir(), 'pregonero-sqlite-'))
    const options = { path: join(folder.path, 'a.sqlite'), isReader: false }
    meets = () => {}
    questions = 0
    answering = Promise.resolve()
    const dialect = sqliteDialect(options, given => {
      const { ask, close } = sqliteHere()(given)
      return {
        async ask(question) {
          questions += 1
          const answer = await ask(question)
          await answering
          meets(question)
          return answer
        },
        close,
      }
    })
    kinds = []
    db = new Kysely<Tables>({ dialect, ...watched('line', ({ kind }) => kinds.push(kind)) })
    onTestFinished(async () => {
      await db.destroy()
      await folder.remove()
    })
    await db.schema
      .createTable('settings')
      .addColumn('name', 'text', column => column.primaryKey())
      .addColumn('value', 'text')
      .execute()
    questions = 0
  })

  it('run and commit in one request', async () => {
    const rows = await transaction(db, trx =>
      lastly(trx, insert.query(trx, 'a'), insert.query(trx, 'b')),
    )
    expect(rows).toEqual([[{ name: 'a' }], [{ name: 'b' }]])
    expect(questions).toBe(1)
    expect(await names(db)).toEqual(['a', 'b'])
  })

  it('commit together with the statements before them', async () => {
    await transaction(db, async trx => {
      await insert(trx, 'a')
      await lastly(trx, insert.query(trx, 'b'))
    })
    expect(questions).toBe(2)
    expect(kinds.slice(-2)).toEqual(['write', 'commit'])
    expect(await names(db)).toEqual(['a', 'b'])
  })

  it('roll back the transaction when one fails, and the next one succeeds', async () => {
    const failing = transaction(db, async trx => {
      await insert(trx, 'a')
      await lastly(trx, insert.query(trx, 'b'), insert.query(trx, 'a'), insert.query(trx, 'c'))
    })
    await expect(failing).rejects.toThrow(/unique/i)
    expect(await names(db)).toEqual([])
    await transaction(db, trx => lastly(trx, insert.query(trx, 'd')))
    expect(await names(db)).toEqual(['d'])
  })

  it('reject a further statement and remain committed', async () => {
    const going = transaction(db, async trx => {
      await lastly(trx, insert.query(trx, 'a'))
      await insert(trx, 'b')
    })
    await expect(going).rejects.toThrow('committed')
    expect(await names(db)).toEqual(['a'])
  })

  it('run in the same request when their condition gives a row', async () => {
    await insert(db, 'a')
    questions = 0
    const rows = await transaction(db, trx =>
      lastlyIf(trx, named.query(trx, 'a'), insert.query(trx, 'b'), insert.query(trx, 'c')),
    )
    expect(rows).toEqual([[{ name: 'b' }], [{ name: 'c' }]])
    expect(questions).toBe(1)
    expect(await names(db)).toEqual(['a', 'b', 'c'])
  })

  it('are skipped when their condition gives no row, and the transaction goes on', async () => {
    const rows = await transaction(db, async trx => {
      await insert(trx, 'a')
      const refused = await lastlyIf(trx, named.query(trx, 'z'), insert.query(trx, 'b'))
      await insert(trx, 'c')
      return refused
    })
    expect(rows).toBeNull()
    expect(await names(db)).toEqual(['a', 'c'])
  })

  it('are in doubt when their answer is lost, and are not retried', async () => {
    let tries = 0
    meets = question => {
      if (question.commits) throw new StoreAwayError('the thread has died')
    }
    const lost = transaction(db, trx => {
      tries += 1
      return lastly(trx, insert.query(trx, 'a'))
    })
    await expect(lost).rejects.toThrow(WriteInDoubtError)
    expect(tries).toBe(1)
    expect(await names(db)).toEqual(['a'])
  })

  it('let the next transaction start before their own answer', async () => {
    const { promise, resolve: answerAll } = Promise.withResolvers<void>()
    answering = promise
    const insertLastly = (name: string) =>
      transaction(db, trx => lastly(trx, insert.query(trx, name)))
    const all = Promise.all([insertLastly('a'), insertLastly('b'), names(db)])
    await vi.waitFor(() => expect(questions).toBe(3))
    answerAll()
    expect((await all).at(-1)).toEqual(['a', 'b'])
  })

  it('are all in doubt when the thread dies before it has answered', async () => {
    meets = question => {
      if (question.commits) throw new StoreAwayError('the thread has died')
    }
    const lost = ['a', 'b'].map(name =>
      transaction(db, trx => lastly(trx, insert.query(trx, name))),
    )
    for (const one of lost) await expect(one).rejects.toThrow(WriteInDoubtError)
    expect(await names(db)).toEqual(['a', 'b'])
  })

  it('make the next transaction wait when their condition gives no row', async () => {
    const going = transaction(db, async trx => {
      await lastlyIf(trx, named.query(trx, 'z'), insert.query(trx, 'never'))
      await insert(trx, 'a')
      await insert(trx, 'b')
    })
    const seen = transaction(db, async trx => {
      const before = await named(trx, 'b')
      await lastly(trx, insert.query(trx, 'c'))
      return before
    })
    const read = names(db)
    await going
    expect(await seen).toEqual([{ name: 'b' }])
    expect(await read).toEqual(['a', 'b', 'c'])
  })

  it('roll back alone when one fails, while later transactions commit', async () => {
    const failing = transaction(db, trx =>
      lastly(trx, insert.query(trx, 'a'), insert.query(trx, 'a')),
    )
    const next = transaction(db, async trx => {
      await insert(trx, 'b')
      await lastly(trx, insert.query(trx, 'c'))
    })
    const last = insert(db, 'd')
    await expect(failing).rejects.toThrow(/unique/i)
    await Promise.all([next, last])
    expect(await names(db)).toEqual(['b', 'c', 'd'])
  })
})

describe('the thread of a connection', () => {
  function openWith(options: Pick<FileOptions, 'isReader' | 'beside'>) {
    const rest = vi.fn()
    const answers: SqliteAnswers = {
      ask: async () => ({ rows: [{ n: 1 }] }),
      close: async () => {},
      rest,
    }
    const db = new Kysely<Tables>({
      dialect: sqliteDialect({ path: 'a.sqlite', ...options }, () => answers),
    })
    return { db, rest }
  }
  const ask = (db: Database) => sql<{ n: number }>`select 1 as n`.execute(db)

  it.each([
    ['reads alone', { isReader: true }],
    ['stands beside another file', { isReader: false, beside: 'b.sqlite' }],
  ])('ends after an idle minute for a file that %s', async (_case, options) => {
    using time = virtualTime()
    const { db, rest } = openWith(options)
    await ask(db)
    await time.pass(59_000)
    await ask(db)
    await time.pass(59_000)
    expect(rest).not.toHaveBeenCalled()
    await time.pass(1_000)
    expect(rest).toHaveBeenCalledTimes(1)
    await time.pass(600_000)
    expect(rest).toHaveBeenCalledTimes(1)
    await db.destroy()
  })

  it('stays alive while rows are fetched or a transaction is open', async () => {
    using time = virtualTime()
    const reader = openWith({ isReader: true })
    const rows = reader.db.selectFrom('settings').selectAll().stream(1)
    await rows.next()
    await time.pass(120_000)
    expect(reader.rest).not.toHaveBeenCalled()
    await rows.return?.()
    await time.pass(60_000)
    expect(reader.rest).toHaveBeenCalledTimes(1)
    const beside = openWith({ isReader: false, beside: 'b.sqlite' })
    await beside.db.transaction().execute(async trx => {
      await ask(trx)
      await time.pass(120_000)
    })
    expect(beside.rest).not.toHaveBeenCalled()
    for (const { db } of [reader, beside]) await db.destroy()
  })

  it('stays alive while idle for the file in which alerts are stored', async () => {
    using time = virtualTime()
    const { db, rest } = openWith({ isReader: false })
    await ask(db)
    await time.pass(600_000)
    expect(rest).not.toHaveBeenCalled()
    await db.destroy()
  })
})
