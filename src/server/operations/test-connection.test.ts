import { expect, it } from 'vitest'
import { createSecretBox } from '#server/base/secrets.ts'
import { insertConnection, readConnection } from '#server/store/rows/connections.ts'
import { findErrorLogs, readErrorLogs } from '#server/store/rows/error-logs.ts'
import { listNotifications } from '#server/store/rows/notifications.ts'
import { createSimulatedTelegram } from '#server/telegram/simulated.ts'
import { connectionRow } from '../../../tests/support/rows.ts'
import { openTestStore } from '../../../tests/support/test-place.ts'
import { createConnectionTest } from './test-connection.ts'

it('reports a deleted template, notifies its owner and logs the error', async () => {
  await using store = await openTestStore()
  const owner = { db: store.db, userId: 'marta' }
  await insertConnection(owner, { ...connectionRow('oro'), template_id: 'gone' })
  const row = await readConnection(owner, 'oro')
  if (!row) throw new Error('the connection is not stored')
  const test = createConnectionTest({
    telegram: createSimulatedTelegram(),
    secretBox: createSecretBox(['a secret key of thirty-two letters']),
    observer: { attempt() {} },
    permits: { acquire: async () => null, keepFloodWait: async () => {} },
  })

  const message = 'Error de prueba: Plantilla no encontrada (ID: gone) para conexión "oro".'
  expect(await test(owner, row)).toEqual({ ok: false, message, reason: null })
  expect(await listNotifications(owner)).toMatchObject([
    { title: 'Fallo Prueba de Conexión', message, type: 'error', link: '/connections/oro/panel' },
  ])
  const logged = await findErrorLogs(owner, { search: 'plantilla no encontrada' })
  expect(
    await readErrorLogs(
      owner,
      logged.map(({ id }) => id),
    ),
  ).toMatchObject([{ source: 'telegram', message, is_critical: 0 }])
})
