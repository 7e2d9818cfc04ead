import { expect, it } from 'vitest'
import { emptyPlace } from '../../../tests/support/test-place.ts'
import { migrate, migrationNames } from './migrations/migrate.ts'
import { openStore } from './open-store.ts'
import { readOrInitSetting } from './rows/settings.ts'

it('migrates once, and keeps the first value of a setting', async () => {
  await using somewhere = await emptyPlace()
  await using store = await openStore(somewhere.place)
  expect(store.migrated).toEqual(migrationNames)
  expect(await migrate(store.db)).toEqual([])
  expect(await readOrInitSetting(store.db, 'x', 'first')).toBe('first')
  expect(await readOrInitSetting(store.db, 'x', 'second')).toBe('first')
})
