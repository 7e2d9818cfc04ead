import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { migrate } from './migrate.ts'
import { openStore } from './open-store.ts'
import { settingOrFirst } from './settings.ts'

it('sees only what others have written', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'pregonero-'))
  await using store = await openStore(folder.path)
  await using other = await openStore(folder.path)
  const before = store.foreignVersion()
  await settingOrFirst(store.db, 'own', '1')
  expect(store.foreignVersion()).toBe(before)
  await settingOrFirst(other.db, 'foreign', '1')
  expect(store.foreignVersion()).not.toBe(before)
})

it('migrates once, and keeps the first word of a setting', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'pregonero-'))
  await using store = await openStore(folder.path)
  expect(store.migrated).toEqual(['0001-start', '0002-delivery'])
  expect(await migrate(store.db)).toEqual([])
  expect(await settingOrFirst(store.db, 'x', 'first')).toBe('first')
  expect(await settingOrFirst(store.db, 'x', 'second')).toBe('first')
})
