import { expect, it } from 'vitest'
import { insertConnection } from '#server/store/rows/connections.ts'
import { insertProfile } from '#server/store/rows/profiles.ts'
import { insertTvConfig } from '#server/store/rows/tv-configs.ts'
import { connectionRow } from '../../../../tests/support/rows.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { dueReminders } from './due.ts'

it('names the connection of a configuration that expires, unless it is another account’s', async () => {
  await using store = await openTestStore()
  const ana = { db: store.db, userId: 'ana' }
  await insertProfile(ana)
  await insertConnection(ana, connectionRow('oro'))
  await insertConnection({ ...ana, userId: 'bea' }, connectionRow('plata'))
  for (const connectionId of ['oro', 'plata', 'deleted']) {
    const draft = {
      name: connectionId,
      connectionId,
      templateFields: {},
      tradingViewConditionNotes: '',
      tradingViewFrequencyNotes: '',
      expiresOn: '2026-12-01',
    }
    await insertTvConfig(ana, connectionId, draft, { now: 0, timeZone: 'UTC' })
  }
  const due = await dueReminders(store.db, Date.UTC(2026, 11, 2))
  expect(due.map(row => [row.name, row.connection_name]).sort()).toEqual([
    ['deleted', null],
    ['oro', 'oro'],
    ['plata', null],
  ])
})
