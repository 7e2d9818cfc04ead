import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { GroupCommit } from './group-commit.ts'
import { openStore } from './open-store.ts'
import type { Database } from './schema.ts'

/** Writes settings, and says which group each was written in. */
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

it('writes what comes together in one transaction, and answers each', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'pregonero-'))
  await using store = await openStore(folder.path)
  const { groups, writer, written } = settingsWriter(store.db)
  await Promise.all(['a', 'b', 'c'].map(name => writer.commit(name)))
  await writer.commit('d')
  expect(groups.map(names => names.join(''))).toEqual(['abc', 'abc', 'abc', 'd'])
  expect(await written()).toEqual(['a', 'b', 'c', 'd'])
})

it('lets nobody pay for a neighbour', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'pregonero-'))
  await using store = await openStore(folder.path)
  const { writer, written } = settingsWriter(store.db)
  const outcomes = await Promise.allSettled(['a', 'poison', 'b'].map(name => writer.commit(name)))
  expect(outcomes.map(outcome => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await written()).toEqual(['a', 'b'])
})

it('gives up on a database that others hold, writes nothing, and works again after', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'pregonero-'))
  await using store = await openStore(folder.path)
  const { writer, written } = settingsWriter(store.db)
  using other = new DatabaseSync(join(folder.path, 'pregonero.sqlite'))
  other.exec('begin immediate')
  const outcomes = await Promise.allSettled([writer.commit('a'), writer.commit('b')])
  expect(outcomes).toMatchObject([
    { reason: { name: 'StoreBusyError' } },
    { reason: { name: 'StoreBusyError' } },
  ])
  other.exec('rollback')
  await writer.commit('c')
  expect(await written()).toEqual(['c'])
})

it('waits for a database that is free again in time', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'pregonero-'))
  await using store = await openStore(folder.path)
  const { writer, written } = settingsWriter(store.db)
  using other = new DatabaseSync(join(folder.path, 'pregonero.sqlite'))
  other.exec('begin immediate')
  const commit = writer.commit('a')
  setTimeout(() => other.exec('rollback'), 400)
  await commit
  expect(await written()).toEqual(['a'])
})
