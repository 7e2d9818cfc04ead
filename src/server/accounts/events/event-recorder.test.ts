import { expect, it, vi } from 'vitest'
import { createLog } from '#server/base/log.ts'
import { removeAccount } from '#server/store/account/account.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { StoreFullError } from '#server/store/engine/store-errors.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { insertAccount } from '#server/store/rows/accounts.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { EventRecorder } from './event-recorder.ts'

const ANA = { id: 'ana', email: 'ana@example.com', name: 'Ana', passwordHash: '' }
const failed = { kind: 'sign-in-failed', address: '203.0.113.7', network: '203.0.113.7' } as const

async function openWithAna() {
  const store = await openTestStore()
  await transaction(store.db, trx => insertAccount(trx, ANA, Date.now()))
  return store
}

function recorderOf(db: Database) {
  const lines: { msg: string }[] = []
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const told: string[] = []
  const log = createLog({ level: 'info', destination })
  const recorder = new EventRecorder({ db, log, onRecorded: userId => told.push(userId) })
  return { recorder, lines, told }
}

const eventsIn = (db: Database) =>
  db.selectFrom('account_events').select(['user_id', 'kind', 'count']).orderBy('kind').execute()

it('writes 100,000 failures as one event, and ignores e-mails without an account', async () => {
  await using store = await openWithAna()
  const { recorder, told } = recorderOf(store.db)
  for (let n = 0; n < 100_000; n += 1) {
    void recorder.record({ email: 'Ana@Example.com ' }, failed)
    void recorder.record({ email: `nadie-${n}@example.com` }, failed)
  }
  await recorder[Symbol.asyncDispose]()
  expect(await eventsIn(store.db)).toEqual([
    { user_id: 'ana', kind: 'sign-in-failed', count: 100_000 },
  ])
  expect(told).toEqual(['ana'])
})

it('writes a success at once, and queues a failure', async () => {
  await using store = await openWithAna()
  const { recorder } = recorderOf(store.db)
  await recorder.record({ userId: 'ana' }, failed)
  await recorder.record({ userId: 'ana' }, { kind: 'sign-in' })
  expect(await eventsIn(store.db)).toMatchObject([{ kind: 'sign-in' }])
  await recorder[Symbol.asyncDispose]()
  expect(await eventsIn(store.db)).toMatchObject([{ kind: 'sign-in' }, { kind: 'sign-in-failed' }])
})

it('adds up the failures that two processes record for one network', async () => {
  await using store = await openWithAna()
  const recorders = [recorderOf(store.db).recorder, recorderOf(store.db).recorder]
  for (const recorder of recorders)
    for (let n = 0; n < 50; n += 1) void recorder.record({ userId: 'ana' }, failed)
  await Promise.all(recorders.map(recorder => recorder[Symbol.asyncDispose]()))
  expect(await eventsIn(store.db)).toEqual([{ user_id: 'ana', kind: 'sign-in-failed', count: 100 }])
})

it('gives up on disposal after one failed write, with 100 failures queued', async () => {
  await using store = await openWithAna()
  const { recorder, lines } = recorderOf(store.db)
  const write = vi.spyOn(store.db, 'transaction').mockImplementation(() => {
    throw new StoreFullError('the disk is full')
  })
  for (let n = 0; n < 100; n += 1)
    void recorder.record({ userId: 'ana' }, { ...failed, network: `203.0.113.${n}` })
  await recorder[Symbol.asyncDispose]()
  expect(write).toHaveBeenCalledOnce()
  vi.restoreAllMocks()
  expect(lines).toMatchObject([{ msg: 'an account event could not be written' }])
})

it('writes all failures after one write fails, with those that came meanwhile', async () => {
  await using store = await openWithAna()
  const { recorder, lines } = recorderOf(store.db)
  vi.spyOn(store.db, 'transaction').mockImplementationOnce(() => {
    void recorder.record({ userId: 'ana' }, failed)
    throw new StoreFullError('the disk is full')
  })
  for (const kind of ['sign-in-failed', 'confirm-failed', 'second-factor-failed'] as const)
    void recorder.record({ userId: 'ana' }, { ...failed, kind })
  await expect
    .poll(() => eventsIn(store.db))
    .toMatchObject([
      { kind: 'confirm-failed', count: 1 },
      { kind: 'second-factor-failed', count: 1 },
      { kind: 'sign-in-failed', count: 2 },
    ])
  expect(lines).toHaveLength(1)
  await recorder[Symbol.asyncDispose]()
})

it('logs an event that cannot be written, and resolves', async () => {
  await using store = await openWithAna()
  const { recorder, lines, told } = recorderOf(store.db)
  await removeAccount(store.db, ANA)
  await recorder.record({ userId: 'ana' }, { kind: 'sign-out' })
  vi.spyOn(store.db, 'transaction').mockImplementation(() => {
    throw new Error('the disk does not write')
  })
  await recorder.record({ userId: 'ana' }, { kind: 'sign-in' })
  vi.restoreAllMocks()
  expect(await eventsIn(store.db)).toEqual([])
  expect(told).toEqual([])
  expect(lines).toMatchObject([
    { msg: 'an account event could not be written', kind: 'sign-out' },
    { msg: 'an account event could not be written', kind: 'sign-in' },
  ])
  await recorder[Symbol.asyncDispose]()
})
