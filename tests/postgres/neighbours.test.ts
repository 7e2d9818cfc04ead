import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import type { StorePlace } from '#server/store/open-store.ts'
import { arrivedTexts } from '../support/arrivals.ts'
import { startTestApp } from '../support/test-app.ts'
import { signUp } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

/** Another program on the same database. */
async function connectTo(place: StorePlace): Promise<Client> {
  if (!('databaseUrl' in place)) throw new Error('this needs PostgreSQL')
  const client = new Client(place.databaseUrl)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

it('nobody waits for a connection that somebody else is held up with', async () => {
  await using stage = await startTestApp()
  const trader = await signUp(stage)
  const { id: templateId } = await trader.api.templates.create({ name: 'N', content: '{{n}}' })
  const [held, free] = [
    await trader.connect(stage.botApi, { templateId }),
    await trader.connect(stage.botApi, { templateId }),
  ]
  const other = await connectTo(stage.place)
  await other.query('begin')
  await other.query('select id from connections where id = $1 for update', [held.id])
  const post = async (webhookUrl: string, n: number) => (await postAlert(webhookUrl, { n })).status
  const answers = await Promise.all(
    [0, 1, 2, 3, 4].flatMap(n => [post(held.webhookUrl, n), post(free.webhookUrl, n)]),
  )
  expect(answers).toEqual(Array(5).fill([503, 202]).flat())
  await other.query('rollback')
  expect(await post(held.webhookUrl, 5)).toBe(202)
  // One that was refused may have been stored in that very moment: it is in doubt.
  const inChat = ({ telegramChatId }: { telegramChatId: string }) =>
    arrivedTexts(stage.botApi, telegramChatId)
  await stage.botApi.waitFor(() => inChat(free).length === 5 && inChat(held).includes('5'))
})

it('what others say on the channel does no harm', async () => {
  await using stage = await startTestApp()
  const trader = await signUp(stage)
  const connection = await trader.connect(stage.botApi)
  const other = await connectTo(stage.place)
  const unheard =
    '{"from":"x","notices":[null,{"kind":"waiting"},{"kind":"changed","userId":null}]}'
  for (const payload of ['', 'hola', '{}', '{"from":"x","notices":7}', '[]', 'null', unheard])
    await other.query('select pg_notify($1, $2)', ['pregonero', payload])
  expect((await postAlert(connection.webhookUrl, { a: 1 })).status).toBe(202)
  await stage.botApi.waitFor(messages => messages.length === 1)
})

it('an address with U+0000 is one that does not exist', async () => {
  await using stage = await startTestApp()
  expect((await postAlert(`${stage.url}/webhooks/a%00b`, { a: 1 })).status).toBe(404)
})
