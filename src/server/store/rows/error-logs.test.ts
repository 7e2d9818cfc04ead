import { expect, it } from 'vitest'
import { newOrderedId } from '#server/base/ids.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { insertAccount } from './accounts.ts'
import { findErrorLogs, logError } from './error-logs.ts'

const NOON = Date.UTC(2026, 10, 21, 12)

const log = (db: Database, details: Record<string, unknown>) =>
  logError(db, {
    id: newOrderedId(NOON),
    userId: 'ana',
    source: 'webhook',
    message: 'Algo falló.',
    isCritical: false,
    details,
    repeatKey: JSON.stringify(details),
    count: 1,
    now: NOON,
  })

it('searches the reason of an entry but never its body', async () => {
  await using store = await openTestStore()
  const { db } = store
  await transaction(db, trx =>
    insertAccount(
      trx,
      { id: 'ana', email: 'ana@example.com', name: 'Ana', passwordHash: '' },
      NOON,
    ),
  )
  await log(db, {
    connectionId: 'k3Jq8vX2…',
    reason: 'El chat «\\Señales"» ya no existe',
    body: 'x',
  })
  for (const body of ['oro\0', 'oro \ud83d', '\ude00 oro', '{"reason":"oro"}', '\\"reason":"oro"'])
    await log(db, { body })
  const found = async (search: string) =>
    (await findErrorLogs({ db, userId: 'ana' }, { search })).length
  expect(await found('SENALES')).toBe(1)
  expect(await found('ya no existe')).toBe(1)
  expect(await found('oro')).toBe(0)
  expect(await found('algo')).toBe(6)
})
