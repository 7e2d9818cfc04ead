import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { clock } from '#server/base/clock.ts'
import { holdStore } from '../../../../tests/support/hold-store.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { GroupCommit } from './group-commit.ts'
import type { Database } from './schema.ts'
import { RowBusyError, StoreBusyError, WriteInDoubtError } from './store-errors.ts'
import { WRITE_PATIENCE_MS } from './transaction.ts'

/** Fakes timers: time passes only when the test advances it. */
function stopTime(...toFake: ('setTimeout' | 'clearTimeout' | 'performance')[]): Disposable {
  vi.useFakeTimers({ toFake })
  return { [Symbol.dispose]: () => void vi.useRealTimers() }
}

/** Writes settings, and records the group in which each was written. */
function settingsWriter(db: Database) {
  const groups: string[][] = []
  const writer = new GroupCommit<string, number>(db, async (trx, names) => {
    if (names.includes('poison')) throw new Error('poisoned')
    await trx
      .insertInto('settings')
      .values(names.map(name => ({ name, value: '' })))
      .execute()
    return names.map(() => groups.push(names))
  })
  const written = async () =>
    (await db.selectFrom('settings').select('name').orderBy('name').execute()).map(row => row.name)
  return { groups, writer, written }
}

it('writes items that arrive together in one transaction, and answers each', async () => {
  await using store = await openTestStore()
  const { groups, writer, written } = settingsWriter(store.db)
  await Promise.all(['a', 'b', 'c'].map(name => writer.commit(name)))
  await writer.commit('d')
  expect(groups.map(names => names.join(''))).toEqual(['abc', 'abc', 'abc', 'd'])
  expect(await written()).toEqual(['a', 'b', 'c', 'd'])
})

describe('a lingering item', () => {
  const LINGER_MS = 25
  const distinct = (groups: readonly string[][]) => [...new Set(groups)]
  const turns = async () => {
    for (let turn = 0; turn < 5; turn += 1) await clock.turn()
  }

  it('is written after 25 ms, together with other lingering items', async () => {
    await using store = await openTestStore()
    const { groups, writer } = settingsWriter(store.db)
    using _ = stopTime('setTimeout', 'clearTimeout')
    const first = writer.commit('a', { lingers: true })
    vi.advanceTimersByTime(LINGER_MS - 1)
    const second = writer.commit('b', { lingers: true })
    await turns()
    expect(groups).toEqual([])
    vi.advanceTimersByTime(1)
    await Promise.all([first, second])
    expect(distinct(groups)).toEqual([['a', 'b']])
  })

  it.each([
    ['something comes that does not', ['b'], 'ab'],
    ['it is in a hurry', [], 'a'],
  ])('is written at once when %s', async (_case, others, group) => {
    await using store = await openTestStore()
    const { groups, writer } = settingsWriter(store.db)
    using _ = stopTime('setTimeout', 'clearTimeout')
    const first = writer.commit('a', { lingers: true })
    await turns()
    const rest = others.map(other => writer.commit(other))
    if (others.length === 0) writer.hurry()
    await Promise.all([first, ...rest])
    expect(distinct(groups).map(names => names.join(''))).toEqual([group])
  })

  it('is written at once when sixteen linger, and after a group in progress', async () => {
    await using store = await openTestStore()
    const { groups, writer } = settingsWriter(store.db)
    using _ = stopTime('setTimeout', 'clearTimeout')
    const names = Array.from({ length: 16 }, (_, nth) => `n${nth}`)
    await Promise.all(names.map(name => writer.commit(name, { lingers: true })))
    expect(distinct(groups)).toEqual([names])
    const soon = writer.commit('soon')
    await turns()
    const late = writer.commit('late', { lingers: true })
    await soon
    await turns()
    vi.advanceTimersByTime(LINGER_MS)
    await late
    expect(distinct(groups).flat()).toEqual([...names, 'soon', 'late'])
    const next = writer.commit('next')
    await turns()
    const hurried = writer.commit('hurried', { lingers: true })
    writer.hurry()
    await Promise.all([next, hurried])
    expect(distinct(groups).flat().slice(-2)).toEqual(['next', 'hurried'])
  })
})

it('shares the next group between keys despite a flood of one, each in order', async () => {
  await using store = await openTestStore()
  const groups: string[][] = []
  const writer = new GroupCommit<string, void>(
    store.db,
    async (_trx, items) => {
      groups.push(items)
      return items.map(() => undefined)
    },
    { keyOf: item => item.split(' ')[0] },
  )
  const flood = Array.from({ length: 1_000 }, (_, nth) => writer.commit(`flood ${nth}`))
  await Promise.all([...flood, writer.commit('a 1'), writer.commit('b 1'), writer.commit('a 2')])
  const [first] = groups
  expect(first).toHaveLength(200)
  expect(first?.filter(item => !item.startsWith('flood'))).toEqual(['a 1', 'b 1', 'a 2'])
  expect(groups.flat().filter(item => item.startsWith('flood'))).toEqual(
    Array.from({ length: 1_000 }, (_, nth) => `flood ${nth}`),
  )
})

it('writes the other items of a group when one fails', async () => {
  await using store = await openTestStore()
  const { writer, written } = settingsWriter(store.db)
  const outcomes = await Promise.allSettled(['a', 'poison', 'b'].map(name => writer.commit(name)))
  expect(outcomes.map(outcome => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await written()).toEqual(['a', 'b'])
})

it('alternates between the owners of items set aside', async () => {
  await using store = await openTestStore()
  const groups: string[][] = []
  const writer = new GroupCommit<string, void>(
    store.db,
    async (_trx, items) => {
      groups.push(items)
      if (items.some(item => item.startsWith('held'))) throw new RowBusyError('others are at it')
      return items.map(() => undefined)
    },
    { ownerOf: item => item.split(' ')[0] ?? '' },
  )
  const held = Array.from({ length: 100 }, (_, nth) => writer.commit(`held ${nth}`))
  const all = Promise.allSettled(held)
  await writer.commit('free 1')
  expect(groups.slice(1)).toEqual([['held 0'], ['free 1']])
  await all
})

it('rejects with StoreBusyError while the database is held, then works again', async () => {
  await using store = await openTestStore()
  const { writer, written } = settingsWriter(store.db)
  await using hold = await holdStore(store.place)
  const outcomes = await Promise.allSettled([writer.commit('a'), writer.commit('b')])
  for (const outcome of outcomes)
    expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(StoreBusyError)
  await hold.release()
  await writer.commit('c')
  expect(await written()).toEqual(['c'])
})

it('rejects with WriteInDoubtError when no connection is free in time', async () => {
  await using store = await openTestStore()
  const { writer, written } = settingsWriter(store.db)
  const free = Promise.withResolvers<void>()
  // More than the pool has connections to PostgreSQL.
  const busy = Array.from({ length: 12 }, () => store.db.connection().execute(() => free.promise))
  {
    using _ = stopTime('setTimeout', 'clearTimeout')
    const refused = expect(writer.commit('a', { patience: 20 })).rejects.toThrow(WriteInDoubtError)
    // After these turns it waits for a connection.
    for (let turns = 0; turns < 5; turns += 1) await clock.turn()
    vi.advanceTimersByTime(20)
    await refused
  }
  expect(await Promise.race([Promise.all(busy), 'busy'])).toBe('busy')
  free.resolve()
  await Promise.all(busy)
  await expect.poll(written).toEqual(['a'])
})

it('waits for a database that becomes free in time', async () => {
  await using store = await openTestStore()
  const { writer, written } = settingsWriter(store.db)
  await using hold = await holdStore(store.place)
  using _ = stopTime('performance')
  await Promise.all([writer.commit('a'), pause(400).then(() => hold.release())])
  expect(await written()).toEqual(['a'])
})

it('answers an item whose patience ends while it is looked at', async () => {
  await using store = await openTestStore()
  let now = 0
  let step = 0
  using _ = vi.spyOn(performance, 'now').mockImplementation(() => (now += step))
  const writer = new GroupCommit<string, void>(store.db, async () => {
    if (step === 0) now = WRITE_PATIENCE_MS - 1
    step = 0.6
    throw new RowBusyError('others are at it')
  })
  await expect(writer.commit('held')).rejects.toThrow(RowBusyError)
})

it('rejects in time: a running write as in doubt, a waiting one as busy', async () => {
  await using store = await openTestStore()
  const begun = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  const writer = new GroupCommit<string, string>(store.db, async (_trx, names) => {
    begun.resolve()
    await free.promise
    return names
  })
  {
    using _ = stopTime('setTimeout', 'clearTimeout')
    const inDoubt = expect(writer.commit('being written', { patience: 50 })).rejects.toThrow(
      WriteInDoubtError,
    )
    await begun.promise
    const refused = expect(
      writer.commit('waits behind it', { patience: 50 }),
    ).rejects.toMatchObject({
      name: 'StoreBusyError',
    })
    vi.advanceTimersByTime(50)
    await Promise.all([inDoubt, refused])
  }
  free.resolve()
  await writer.commit('comes after')
})
