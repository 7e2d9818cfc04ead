import { expect, it } from 'vitest'
import { databaseType } from '#server/store/engine/dialect.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { insertAlerts, type NewAlert } from '#server/store/rows/alerts.ts'
import { insertConnection } from '#server/store/rows/connections.ts'
import { EXAMPLE_ALERTS, MAX_TRIAL_PAYLOAD_LENGTH } from '#shared/limits.ts'
import { alertRow, connectionRow } from '../../../../tests/support/rows.ts'
import { planOf, remembering } from '../../../../tests/support/sqlite-plans.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { newestOfTemplates } from './newest-of-templates.ts'

it('takes the newest alert of all connections of a template in the account', async () => {
  await using store = await openTestStore()
  const ana = { db: store.db, userId: 'ana' }
  const eva = { db: store.db, userId: 'eva' }
  for (const id of ['oro', 'plata']) await connect(ana, id, 'metal')
  await connect(ana, 'btc', 'cripto')
  await connect(ana, 'eth', 'nueva')
  await connect(eva, 'suya', 'metal')
  await receive(ana, { id: 'a', connection_id: 'oro', received_at: 5 })
  await receive(ana, { id: 'c', connection_id: 'plata', received_at: 7 })
  await receive(ana, { id: 'b', connection_id: 'oro', received_at: 7 })
  await receive(ana, { id: 'd', connection_id: 'btc', received_at: 3 })
  await receive(eva, { id: 'e', connection_id: 'suya', received_at: 9 })

  const newest = await newestOfTemplates(ana, ['metal', 'cripto', 'nueva', 'gone'])
  expect(new Map(newest.map(row => [row.template_id, row.id]))).toEqual(
    new Map([
      ['metal', 'c'],
      ['cripto', 'd'],
    ]),
  )
})

it('skips non-JSON and very long payloads among the latest of a connection', async () => {
  await using store = await openTestStore()
  const owner = { db: store.db, userId: 'ana' }
  const payload = JSON.stringify({ text: 'x'.repeat(MAX_TRIAL_PAYLOAD_LENGTH) })
  await connect(owner, 'oro', 'metal')
  await receive(owner, { id: 'json', connection_id: 'oro', received_at: 1 })
  await receive(owner, { id: 'long', connection_id: 'oro', received_at: 2, payload })
  for (let at = 3; at < 1 + EXAMPLE_ALERTS; at += 1)
    await receive(owner, { connection_id: 'oro', received_at: at, reading: 'text' })
  expect(await newestOfTemplates(owner, ['metal'])).toMatchObject([{ id: 'json' }])
  await receive(owner, { connection_id: 'oro', received_at: 99, reading: 'text' })
  expect(await newestOfTemplates(owner, ['metal'])).toEqual([])
})

it('reads the alerts of a connection by index alone', async () => {
  await using store = await openTestStore()
  // PostgreSQL scans a small table whole, whatever its indexes.
  if (databaseType(store.db) === 'postgres') return
  const { db, statements } = remembering(store.db)
  await newestOfTemplates({ db, userId: 'ana' }, ['metal'])
  const plans = await Promise.all(statements.map(statement => planOf(store.db, statement)))
  const steps = plans.flat().map(({ detail }) => detail)
  const ofAlerts = steps.filter(step => /\balerts\b/.test(step))
  expect(ofAlerts).not.toHaveLength(0)
  for (const step of ofAlerts)
    expect(step).toMatch(
      /SEARCH alerts USING INDEX (alerts_by_connection|sqlite_autoindex_alerts_1)/,
    )
})

const connect = (owner: Owner, id: string, template_id: string) =>
  insertConnection(owner, { ...connectionRow(id), template_id })

const receive = (
  { db, userId: user_id }: Owner,
  alert: Partial<NewAlert> & Pick<NewAlert, 'connection_id'>,
) => transaction(db, trx => insertAlerts(trx, [alertRow({ user_id, ...alert })]))
