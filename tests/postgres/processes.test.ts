import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type App, startApp } from '#server/app.ts'
import type { Config } from '#server/base/config.ts'
import { laneParts } from '#server/store/queue/lane-key.ts'
import type { LiveEvent } from '#shared/model/live-event.ts'
import { arrivedTexts } from '../support/arrivals.ts'
import { freePort } from '../support/free-port.ts'
import { allowBegins, refuseBegins } from '../support/refuse-updates.ts'
import { scraped } from '../support/scraped.ts'
import { codeOf, firstStep, secondStep, turnOnSecondFactor } from '../support/second-factor.ts'
import { startBeside } from '../support/start-beside.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { WAIT_FACTOR } from '../support/test-place.ts'
import { apiOfToken, signUp, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

type Process = { app: App; url: string }

/** The first process, with role `web`; it does not deliver. */
let first: TestApp
let trader: Trader
beforeEach(async () => {
  const running = await startTestApp({ role: 'web' })
  onTestFinished(() => running[Symbol.asyncDispose]())
  first = running
  trader = await signUp(first)
})

/** One more process on the same database. */
const start = (role: Config['role'], pace?: number): Promise<Process> =>
  startBeside(first.config, { role }, pace)

/** A request of the same browser to another process. */
const at = ({ url }: Process, path: string) =>
  fetch(`${url}${path}`, { headers: { cookie: trader.cookie } })

const BOTS = 30

const numbers = (count: number) => Array.from({ length: count }, (_, n) => String(n))

async function connectNumbers() {
  const { id: templateId } = await trader.api.templates.create({ name: 'N', content: '{{n}}' })
  return trader.connect(first.botApi, { templateId })
}

describe('a web process', () => {
  it('leaves the sending to the workers', async () => {
    const connection = await connectNumbers()
    expect((await postAlert(connection.webhookUrl, { n: 0 })).status).toBe(202)
    expect(first.botApi.requests.filter(({ method }) => method === 'sendmessage')).toEqual([])
    await start('worker')
    for (const n of [1, 2]) await postAlert(connection.webhookUrl, { n })
    await first.botApi.waitFor(() => arrivedTexts(first.botApi).length === 3)
    expect(arrivedTexts(first.botApi)).toEqual(numbers(3))
  })

  it('shares sign-ins and sign-outs with another process', async () => {
    const second = await start('web')
    expect((await at(second, '/api/profile')).status).toBe(200)
    await fetch(`${second.url}/api/auth/sign-out`, {
      method: 'POST',
      headers: { cookie: trader.cookie, origin: second.url },
    })
    await expect(trader.api.profile.read()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('accepts a code once across all processes, and counts their guesses together', async () => {
    const processes = [first.url, (await start('web')).url]
    const { secret, recoveryCodes } = await turnOnSecondFactor(trader.api)
    const { db } = first.app
    const challenge = await firstStep({ ...first, db }, trader.email)
    const race = async (typed: Parameters<typeof secondStep>[2]) => {
      const tries = [...processes, ...processes].map(url => secondStep(url, challenge, typed))
      return (await Promise.all(tries)).map(({ status }) => status).toSorted()
    }
    expect(await race({ code: codeOf(secret, 1) })).toEqual([200, 401, 401, 401])
    expect(await race({ recoveryCode: recoveryCodes[0] ?? '' })).toEqual([200, 401, 401, 401])
    await db.updateTable('second_factors').set({ tries: 18 }).execute()
    expect(await race({ code: '000000' })).toEqual([401, 401, 429, 429])
  })

  it('refuses a token that another process removed, and ends its streams', async () => {
    const second = await start('web')
    const draft = { name: 'Copia', scope: 'read', expiresAt: null } as const
    const { id, token } = await trader.api.tokens.create(draft)
    const api = apiOfToken(second.url, token)
    const stream = await api.events.stream()
    const calls = Array.from({ length: 20 }, (_, n) =>
      apiOfToken([first.url, second.url][n % 2] ?? '', token).profile.read(),
    )
    for (const { email } of await Promise.all(calls)) expect(email).toBe(trader.email)
    await trader.api.tokens.remove({ id })
    await expect(api.profile.read()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    for await (const _ of stream);
  })

  it('streams changes made at other processes, and ends its streams at a sign-out there', async () => {
    const [second] = [await start('web'), await start('worker')]
    const connection = await trader.connect(first.botApi)
    const events: LiveEvent[] = []
    const stream = await trader.api.events.stream()
    const ended = (async () => {
      for await (const event of stream) events.push(event)
    })()
    await postAlert(connection.webhookUrl.replace(first.url, second.url), { alert_name: 'Cruce' })
    await expect
      .poll(() => events)
      .toContainEqual({
        kind: 'toast',
        type: 'info',
        message: 'Alerta «Cruce» recibida, procesando...',
      })
    await fetch(`${second.url}/api/auth/sign-out`, {
      method: 'POST',
      headers: { cookie: trader.cookie, origin: second.url },
    })
    await ended
  })

  it('keeps to the workers’ flood waits in a connection test', async () => {
    await start('worker')
    const connection = await connectNumbers()
    const chatId = connection.telegramChatId
    first.botApi.fail({ chatId, times: 1 }, { kind: 'flood', retryAfter: 200 })
    await postAlert(connection.webhookUrl, { n: 0 })
    await expect
      .poll(() => trader.api.connections.test({ id: connection.id }))
      .toMatchObject({ ok: false, reason: expect.stringMatching(/\d+\s(s|min)/) })
  })

  it('registers the first account with the code that another process has printed', async () => {
    await using empty = await startTestApp({ role: 'web' })
    const port = await freePort()
    await using other = await startApp({ ...empty.config, port }, { waitFactor: WAIT_FACTOR })
    expect(other.registrationCode).toBe(empty.app.registrationCode)
    const register = (origin: string) =>
      fetch(`${origin}/api/registration`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify({
          email: `ana${port}@example.com`,
          password: 'una contraseña larga',
          code: empty.app.registrationCode,
        }),
      })
    expect((await register(`http://127.0.0.1:${port}`)).status).toBe(201)
    expect((await register(empty.url)).status).toBe(403)
  })
})

describe('a process that delivers', () => {
  it('answers health checks and metrics only', async () => {
    const worker = await start('worker')
    expect(worker.app.registrationCode).toBeNull()
    const status = async (path: string) => (await fetch(`${worker.url}${path}`)).status
    expect(await status('/healthz')).toBe(200)
    expect(await status('/readyz')).toBe(200)
    const { of } = await scraped(worker.url)
    expect(of('pregonero_lanes')).toBe(0)
    expect(of('pregonero_info{role="worker",database="postgres"}')).toBe(1)
    expect(await status('/api/profile')).toBe(404)
    expect(await status('/')).toBe(404)
  })

  it('shares its bots with new workers, and takes over the bots of workers that stop', async () => {
    const workers = [await start('worker'), await start('worker')]
    // Enough bots for each of three workers to get some.
    const lines = await Promise.all(numbers(BOTS).map(connectNumbers))
    const holders = async () => {
      const rows = await first.app.db
        .selectFrom('bots')
        .select('worker')
        .where('worker', 'is not', null)
        .execute()
      return [...new Set(rows.map(row => row.worker))]
    }
    let posted = 0
    const post = async () => {
      for (const line of lines) await postAlert(line.webhookUrl, { n: posted })
      posted += 1
    }
    await post()
    await expect.poll(async () => (await holders()).length).toBe(2)
    const before = await holders()
    workers.push(await start('worker'))
    await expect
      .poll(async () => {
        await post()
        return (await holders()).some(holder => !before.includes(holder))
      })
      .toBe(true)
    for (const { app } of workers.slice(0, 2)) await app[Symbol.asyncDispose]()
    await post()
    await first.botApi.waitFor(() => arrivedTexts(first.botApi).length === posted * lines.length)
    for (const { telegramChatId } of lines)
      expect(arrivedTexts(first.botApi, telegramChatId)).toEqual(numbers(posted))
    expect(await holders()).toHaveLength(1)
  })

  it('stores alerts as begun for its own bots only', async () => {
    // A pace slow enough for a busy machine to keep its leases.
    await start('all', 1)
    const own = await start('all', 1)
    const lines = await Promise.all(numbers(10).map(connectNumbers))
    const { db } = first.app
    let posted = 0
    const post = async () => {
      for (const { webhookUrl } of lines)
        await postAlert(webhookUrl.replace(first.url, own.url), { n: posted })
      posted += 1
    }
    const waiting = async () => {
      const rows = await db.selectFrom('deliveries').select(['lane']).execute()
      return rows.map(({ lane }) => laneParts(lane).botId).toSorted()
    }
    const isThoseOfOne = async (bots: string[]) => {
      const rows = await db.selectFrom('bots').select(['bot_id', 'worker']).execute()
      return [...Map.groupBy(rows, ({ worker }) => worker).values()].some(
        ofOne =>
          ofOne
            .map(({ bot_id }) => bot_id)
            .toSorted()
            .join() === bots.join(),
      )
    }
    await post()
    // Only the other process's alerts wait; retried if a bot changed hands meanwhile.
    let isSeen = false
    for (let tries = 0; !isSeen && tries < 10; tries += 1) {
      await expect.poll(waiting).toEqual([])
      await refuseBegins(db)
      await post()
      for (let looks = 0; !isSeen && looks < 30; looks += 1) {
        isSeen = await isThoseOfOne(await waiting())
        if (!isSeen) await pause(100)
      }
      await allowBegins(db)
    }
    expect(isSeen).toBe(true)
    await first.botApi.waitFor(() => arrivedTexts(first.botApi).length === posted * lines.length)
    for (const { telegramChatId } of lines)
      expect(arrivedTexts(first.botApi, telegramChatId)).toEqual(numbers(posted))
  })
})
