import { expect, it } from 'vitest'
import { openTestStore } from '../../../tests/support/test-place.ts'
import { insertAlerts } from './alerts.ts'
import { describeConnection, describeConnections, insertConnection } from './connections.ts'
import type { Owner } from './owner.ts'

it('a connection tells what became of its own alerts', async () => {
  await using store = await openTestStore()
  const owner = { db: store.db, userId: 'marta' }
  await connect(owner, 'oro')
  await connect(owner, 'plata')
  await receive(owner, 'oro', [
    { status: 'success', delivered_at: 30 },
    { status: 'success', delivered_at: 70 },
    { status: 'success', delivered_at: 50 },
    { status: 'failed', error_code: 'chat_not_found', error_reason: 'El chat no existe.' },
    { status: 'failed', error_code: 'inactive', error_reason: 'La conexión está desactivada.' },
    { status: 'pending' },
  ])

  const reading = { ...owner, db: store.reader }
  expect(await describeConnection(reading, 'oro')).toMatchObject({
    successful: 3,
    failed: 1,
    inactive: 1,
    pending: 1,
    last_delivery: 70,
    trouble: 'El chat no existe.',
  })
  expect(await describeConnections(reading)).toMatchObject([
    { id: 'oro', successful: 3 },
    { id: 'plata', successful: 0, failed: 0, inactive: 0, pending: 0, last_delivery: null },
  ])
  expect(await describeConnections({ ...reading, userId: 'luis' })).toEqual([])
})

const connect = (owner: Owner, id: string) =>
  insertConnection(owner, {
    id,
    name: id,
    telegram_bot_token: '',
    telegram_bot_token_tail: '',
    bot_id: '1',
    telegram_chat_id: '2',
    chat_id: '2',
    lane: `${owner.userId}:1:2`,
    template_id: 'default-signal',
    description: '',
    tags: '[]',
    is_active: 1,
    group_bursts: 1,
    mark_late: 1,
    topic_id: null,
    silent: 0,
    link_preview: 1,
    protect_content: 0,
    created_at: 0,
  })

type Outcome = {
  status: 'pending' | 'success' | 'failed'
  error_code?: string
  error_reason?: string
  delivered_at?: number
}

async function receive({ db, userId }: Owner, connectionId: string, outcomes: Outcome[]) {
  const received = outcomes.map(({ error_code = null, error_reason = null, status }, index) => ({
    id: `alert ${index}`,
    user_id: userId,
    connection_id: connectionId,
    connection_name: connectionId,
    name: 'BTCUSDT',
    summary: '',
    received_at: index,
    reading: 'json' as const,
    payload: '{}',
    raw_body: null,
    bar_time: null,
    fired_at: null,
    status,
    error_code,
    error_reason,
  }))
  await db.transaction().execute(trx => insertAlerts(trx, received))
  for (const [index, { delivered_at }] of outcomes.entries())
    if (delivered_at)
      await db
        .updateTable('alerts')
        .set({ delivered_at })
        .where('id', '=', `alert ${index}`)
        .execute()
}
