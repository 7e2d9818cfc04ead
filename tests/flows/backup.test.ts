/** Backs up while webhooks come in, and runs the copy as its own installation. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { restoreBackup } from '#server/store/backup/restore-backup.ts'
import { writeBackup } from '#server/store/backup/write-backup.ts'
import { openStore } from '#server/store/open-store.ts'
import { arrivedTexts } from '../support/arrivals.ts'
import { startBotApi } from '../support/bot-api/bot-api.ts'
import { freePort } from '../support/free-port.ts'
import { PACE, startTestApp } from '../support/test-app.ts'
import { emptyPlace } from '../support/test-place.ts'
import { apiOf, signIn, signUp } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

it('a backup has each alert acknowledged before it; its restore sends on request', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pregonero-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'copia.sqlite')
  await using there = await emptyPlace()
  await using botApi = await startBotApi({ speed: PACE })
  const port = await freePort()
  const settings = {
    port,
    publicUrl: `http://127.0.0.1:${port}`,
    telegramApiRoot: botApi.root,
    deliveryOutageWindow: 600_000,
  }
  await using stage = await startTestApp(settings)
  const trader = await signUp(stage)
  const template = await trader.api.templates.create({ name: 'N', content: '{{n}}' })
  const connection = await trader.connect(botApi, { templateId: template.id, markLate: false })
  expect(await trader.api.chatLinks.create({ botToken: botApi.addBot().token })).toHaveProperty(
    'ok',
    true,
  )
  const outage = botApi.fail({}, { kind: 'page', status: 502 })

  const acknowledged: string[] = []
  const stop = new AbortController()
  async function post(): Promise<void> {
    for (let n = 1; !stop.signal.aborted; n += 1) {
      const response = await postAlert(connection.webhookUrl, { n })
      expect(response.status).toBe(202)
      const { alertId } = (await response.json()) as { alertId: string }
      acknowledged.push(alertId)
    }
  }
  const posting = post()
  await expect.poll(() => acknowledged.length).toBeGreaterThan(20)
  const earlier = [...acknowledged]
  await writeBackup({ place: stage.place, file, secretKey: stage.secretKey })
  const after = acknowledged.length
  stop.abort()
  await posting
  expect(after).toBeGreaterThan(earlier.length)
  expect(await readdir(folder)).toEqual(['copia.sqlite'])

  const dataDir = 'dataDir' in there.place ? there.place.dataDir : folder
  const secretKey = 'dataDir' in there.place ? undefined : stage.secretKey
  const { failed, key } = await restoreBackup({
    file,
    place: there.place,
    dataDir,
    secretKey,
    isForced: false,
  })
  expect(key.value).toBe(stage.secretKey)
  {
    await using store = await openStore(there.place)
    const alerts = await store.db
      .selectFrom('alerts')
      .select(['id', 'status', 'error_reason'])
      .execute()
    const restored = new Set(alerts.map(({ id }) => id))
    expect(earlier.filter(id => !restored.has(id))).toEqual([])
    expect(failed).toBe(alerts.length)
    for (const { status, error_reason } of alerts)
      expect({ status, error_reason }).toEqual({
        status: 'failed',
        error_reason: 'Restaurada de una copia',
      })
    for (const table of ['session', 'api_tokens', 'chat_links'] as const)
      expect(await store.db.selectFrom(table).selectAll().execute()).toEqual([])
  }
  await stage[Symbol.asyncDispose]()

  outage.lift()

  const databaseUrl = 'databaseUrl' in there.place ? there.place.databaseUrl : undefined
  const secrets = { secretKey, databaseUrl }
  await using restored = await startTestApp({ ...settings, dataDir, secrets })
  const api = apiOf(restored.url, await signIn(restored.url, trader.email))
  await postAlert(connection.webhookUrl, { n: 'new' })
  await botApi.waitFor(() => arrivedTexts(botApi).length > 0)
  expect(arrivedTexts(botApi)).toEqual(['new'])
  const before = new Date(Date.now() + 1_000).toISOString()
  await api.alerts.resendMany({ filter: { status: 'failed' }, before })
  const inOrder = Array.from({ length: failed }, (_, index) => String(index + 1))
  await botApi.waitFor(() => arrivedTexts(botApi).length > failed)
  expect(arrivedTexts(botApi)).toEqual(['new', ...inOrder])
})
