import { beforeEach, expect, inject, it, onTestFinished } from 'vitest'
import { openStore } from '#server/store/open-store.ts'
import { arrivedTexts } from '../support/arrivals.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { startTestApp } from '../support/test-app.ts'
import { signUp } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'
import { startPooler } from './pooler.ts'

let databaseUrl: string
beforeEach(async () => {
  databaseUrl = await freshDatabase(inject('postgresUrl'))
})

async function behind(mode: 'session' | 'transaction'): Promise<string> {
  const pooler = await startPooler(databaseUrl, mode)
  onTestFinished(() => pooler[Symbol.asyncDispose]())
  return pooler.url
}

it('works behind a pooler in session mode', async () => {
  const secrets = {
    secretKey: 'a secret key of thirty-two letters',
    databaseUrl: await behind('session'),
  }
  await using stage = await startTestApp({ secrets })
  const trader = await signUp(stage)
  const { id: templateId } = await trader.api.templates.create({ name: 'N', content: '{{n}}' })
  const { webhookUrl } = await trader.connect(stage.botApi, { templateId })
  expect((await postAlert(webhookUrl, { n: 1 })).status).toBe(202)
  await stage.botApi.waitFor(() => arrivedTexts(stage.botApi).join() === '1')
  expect(await trader.api.alerts.list({})).toMatchObject({ items: [{}] })
})

it('refuses a pooler in transaction mode', async () => {
  const url = await behind('transaction')
  await expect(openStore({ databaseUrl: url })).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringContaining('pon pool_mode = session'),
  })
})
