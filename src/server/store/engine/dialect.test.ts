import { expect, it } from 'vitest'
import { indexSome } from '#server/store/history/search-index.ts'
import { migrate, migrationNames } from '#server/store/migrations/migrate.ts'
import { insertAlerts } from '#server/store/rows/alerts.ts'
import { settingOrFirst } from '#server/store/rows/settings.ts'
import { foldText } from '#shared/format.ts'
import { alertRow } from '../../../../tests/support/rows.ts'
import { emptyPlace, openTestStore } from '../../../../tests/support/test-place.ts'
import { databaseType, folded, searchTidying } from './dialect.ts'
import { openStore } from './open-store.ts'
import { transaction } from './transaction.ts'

it('migrates once, and keeps the first word of a setting', async () => {
  await using somewhere = await emptyPlace()
  await using store = await openStore(somewhere.place)
  expect(store.migrated).toEqual(migrationNames)
  expect(await migrate(store.db)).toEqual([])
  expect(await settingOrFirst(store.db, 'x', 'first')).toBe('first')
  expect(await settingOrFirst(store.db, 'x', 'second')).toBe('first')
})

it('sorts and finds names alike, whatever their case and accents', async () => {
  await using store = await openTestStore()
  const names = [
    'Ñandú',
    'nube',
    'Zeta',
    'ábaco',
    'Abeto',
    'ÉXITO',
    'ecos',
    'Ελλάς',
    'Ёлка',
    '🚀 a',
  ]
  await store.db
    .insertInto('settings')
    .values(names.map(name => ({ name, value: '' })))
    .execute()
  const rows = await store.db
    .selectFrom('settings')
    .select(eb => ['name', folded(eb.ref('name')).as('folded')])
    .orderBy(eb => folded(eb.ref('name')))
    .orderBy('name')
    .execute()
  expect(rows.map(row => row.folded)).toEqual(names.map(foldText).sort())
  expect(rows.map(row => row.name).join()).toBe(
    'ábaco,Abeto,ecos,ÉXITO,Ñandú,nube,Zeta,Ελλάς,Ёлка,🚀 a',
  )
})

it('sorts texts by their code points', async () => {
  await using store = await openTestStore()
  const names = ['b', 'B', 'á', 'a', 'Z', '_', '1']
  await store.db
    .insertInto('settings')
    .values(names.map(name => ({ name, value: '' })))
    .execute()
  const rows = await store.db.selectFrom('settings').select('name').orderBy('name').execute()
  expect(rows.map(row => row.name).join('')).toBe('1BZ_abá')
})

it('puts the search in order until there is nothing left to do', async () => {
  await using store = await openTestStore()
  const tidying = searchTidying(store.db)
  if (!tidying) return expect(databaseType(store.db)).toBe('postgres')
  const tidy = () => transaction(store.db, tidying)
  expect(await tidy()).toBe(false)
  for (let n = 0; n < 8; n += 1) {
    await transaction(store.db, trx =>
      insertAlerts(trx, [alertRow({ user_id: 'ana', connection_id: 'oro' })]),
    )
    await indexSome(store.db)
  }
  expect(await tidy()).toBe(true)
  expect(await tidy()).toBe(false)
})
