import { expect, it } from 'vitest'
import { foldText } from '#shared/format.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { folded } from './dialect.ts'

it('folds and sorts names alike, whatever their case and accents', async () => {
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
