import { DefaultQueryExecutor } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { insertConnection } from '#server/store/rows/connections.ts'
import { connectionRow } from '../../../tests/support/rows.ts'
import { openTestStore } from '../../../tests/support/test-place.ts'
import { KnownConnections } from './known-connections.ts'

const oro = { id: 'oro', userId: 'marta', lane: 'someone:1:oro' }

async function setStage() {
  const store = await openTestStore()
  onTestFinished(() => store[Symbol.asyncDispose]())
  await insertConnection({ db: store.db, userId: 'marta' }, connectionRow('oro'))
  return { store, known: new KnownConnections(store.db) }
}

it('caches existing connections until they are forgotten, and no others', async () => {
  const { known } = await setStage()
  expect(known.get('oro')).toBeUndefined()
  expect(await Promise.all(['oro', 'made up'].map(id => known.lookUp(id)))).toEqual([oro, null])
  expect(known.get('oro')).toEqual(oro)
  expect(known.get('made up')).toBeUndefined()
  known.forget('oro')
  expect(known.get('oro')).toBeUndefined()
})

it('batches the look-ups of made-up addresses', async () => {
  const { known } = await setStage()
  const execute = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery')
  onTestFinished(() => execute.mockRestore())
  const asked = Array.from({ length: 1_000 }, (_, nth) => known.lookUp(`made up ${nth}`))
  expect(new Set(await Promise.all([...asked, known.lookUp('oro')]))).toEqual(new Set([null, oro]))
  // Two statements per 200 addresses: on the connections, and on their further addresses.
  expect(execute.mock.calls.length).toBeLessThanOrEqual(12)
})

it('returns undefined, not null, while the database is away', async () => {
  const { store, known } = await setStage()
  await store.db.schema.alterTable('connections').renameTo('away').execute()
  expect(await known.lookUp('oro')).toBeUndefined()
  await store.db.schema.alterTable('away').renameTo('connections').execute()
  expect(await known.lookUp('oro')).toEqual(oro)
})
