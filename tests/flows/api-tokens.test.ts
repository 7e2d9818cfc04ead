import { request } from 'node:http'
import { DefaultQueryExecutor } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newApiToken } from '#server/accounts/api-tokens/api-tokens.ts'
import { removeAccount } from '#server/store/account/account.ts'
import { DAY_MS, MAX_API_TOKENS } from '#shared/limits.ts'
import type { TokenScope } from '#shared/model/api-token.ts'
import { stepClock } from '../support/step-clock.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { apiOfToken, signUp, type Trader } from '../support/trader.ts'

let stage: TestApp
let trader: Trader

beforeAll(async () => {
  stage = await startTestApp()
  trader = await signUp(stage)
})
afterAll(() => stage[Symbol.asyncDispose]())

const MINUTE_MS = 60_000
const draft = { name: 'Copia de cada noche', scope: 'all' as TokenScope, expiresAt: null }

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

const ask = (headers: Record<string, string>, path = '/api/connections', init: RequestInit = {}) =>
  fetch(stage.url + path, { ...init, headers })

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function stored(id: string) {
  const all = await stage.app.db.selectFrom('api_tokens').selectAll().where('id', '=', id).execute()
  return all[0]
}

describe('a token', () => {
  it('is shown once and stored as a hash', async () => {
    const expiresAt = inDays(90)
    const made = await trader.api.tokens.create({ ...draft, scope: 'read', expiresAt })
    const { token, ...listed } = made
    expect(listed).toEqual({
      id: expect.any(String),
      name: 'Copia de cada noche',
      scope: 'read',
      tail: token.slice(-6),
      createdAt: expect.any(String),
      expiresAt,
      isExpired: false,
      lastUsedAt: null,
    })
    expect(await trader.api.tokens.list()).toEqual([listed])
    expect(Object.values((await stored(made.id)) ?? {})).not.toContain(token)
    await trader.api.tokens.remove({ id: made.id })
    const { items } = await trader.api.accountEvents.list({})
    expect(items.slice(0, 2).map(({ kind, detail }) => [kind, detail])).toEqual([
      ['token-removed', 'Copia de cada noche'],
      ['token-created', 'Copia de cada noche'],
    ])
  })

  it('is created and removed only after a recent confirmation', async () => {
    const { api, email } = await signUp(stage, 'hace-rato')
    const { id } = await api.tokens.create(draft)
    await stage.app.db
      .updateTable('session')
      .set({ authenticatedAt: Date.now() - 11 * MINUTE_MS })
      .where('userId', '=', await userIdOf(email))
      .execute()
    expect(await api.tokens.list()).toMatchObject([{ id }])
    for (const call of [() => api.tokens.create(draft), () => api.tokens.remove({ id })])
      await expect(call()).rejects.toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' })
  })

  it('is refused with an invalid name or an expiry in the past', async () => {
    const { api } = trader
    for (const wrong of [{ name: ' ' }, { name: 'x'.repeat(101) }, { expiresAt: 'mañana' }])
      await expect(api.tokens.create({ ...draft, ...wrong })).rejects.toMatchObject({
        code: 'INPUT_INVALID',
      })
    await expect(api.tokens.create({ ...draft, expiresAt: inDays(-1) })).rejects.toMatchObject({
      code: 'ALREADY_EXPIRED',
      message: 'Elige un día que no haya pasado.',
    })
    expect(await api.tokens.list()).toEqual([])
  })

  it('is refused beyond fifty per account, even when created concurrently', async () => {
    const { api } = await signUp(stage, 'muchos')
    const made = await Promise.allSettled(
      Array.from({ length: MAX_API_TOKENS + 5 }, () => api.tokens.create(draft)),
    )
    const refused = made.flatMap(one => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(refused).toEqual(Array(5).fill('TOO_MANY_TOKENS'))
    const [oldest] = await api.tokens.list()
    await api.tokens.remove({ id: oldest?.id ?? '' })
    await api.tokens.create(draft)
    expect(await api.tokens.list()).toHaveLength(MAX_API_TOKENS)
  })
})

describe('bearer authentication', () => {
  let token: string
  beforeAll(async () => {
    token = (await trader.api.tokens.create(draft)).token
  })

  it('accepts a token, whatever the case of the scheme', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer  '])
      expect((await ask({ authorization: `${scheme} ${token}` })).status, scheme).toBe(200)
  })

  it('refuses unknown, cut and malformed tokens', async () => {
    const wrong = [newApiToken(), token.slice(0, -1), `${token}x`, token.toLowerCase(), 'pgn_', '']
    for (const one of [...wrong, `"${token}"`, `${token} ${token}`, 'x'.repeat(8_000)]) {
      const response = await ask(bearer(one))
      expect([response.status, await response.json()]).toMatchObject([
        401,
        { code: 'UNAUTHORIZED' },
      ])
    }
  })

  it('ignores a cookie beside a wrong token, but not beside Basic', async () => {
    const { cookie } = trader
    expect((await ask({ cookie })).status).toBe(200)
    for (const authorization of [`Bearer ${newApiToken()}`, 'Bearer', 'bearer x'])
      expect((await ask({ cookie, authorization })).status).toBe(401)
    expect((await ask({ cookie, authorization: 'Basic YTpi' })).status).toBe(200)
  })

  it('prefers the token to the cookie beside it', async () => {
    const { cookie } = await signUp(stage, 'otra')
    const answer = await ask({ ...bearer(token), cookie }, '/api/profile')
    expect(await answer.json()).toMatchObject({ email: trader.email })
    const own = await ask({ ...bearer(token), cookie }, '/api/tokens')
    expect([own.status, await own.json()]).toMatchObject([403, { code: 'TOKEN_NOT_ALLOWED' }])
  })

  it('refuses a repeated authorization header', async () => {
    const twice = [
      [`Bearer ${token}`, `Bearer ${token}`],
      ['Basic YTpi', `Bearer ${token}`],
      [`Bearer ${token}`, 'Basic YTpi'],
    ]
    for (const authorization of twice) expect(await statusOf({ authorization })).toBe(401)
    expect(await statusOf({ authorization: [`Bearer ${token}`] })).toBe(200)
  })

  it('reads no token from a query, a cookie or another header', async () => {
    for (const name of ['token', 'access_token', 'authorization', 'api_key'])
      expect((await ask({}, `/api/connections?${name}=${token}`)).status).toBe(401)
    expect((await ask({ 'x-api-key': token })).status).toBe(401)
    expect((await ask({ authorization: token })).status).toBe(401)
    const [name] = trader.cookie.split('=')
    expect((await ask({ cookie: `${name}=${token}` })).status).toBe(401)
  })

  it('refuses tokens sent by pages of other sites', async () => {
    const post = { method: 'POST', body: '{"name":"x","content":"x"}' }
    const json = { 'content-type': 'application/json' }
    for (const strange of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { referer: 'https://evil.example/' },
    ]) {
      const answer = await ask({ ...bearer(token), ...json, ...strange }, '/api/templates', post)
      expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'ORIGIN_REFUSED' }])
    }
    const own = { ...bearer(token), ...json, origin: stage.url }
    expect((await ask(own, '/api/templates', post)).status).toBe(201)
    const preflight = await ask({ origin: 'https://evil.example' }, '/api/templates', {
      method: 'OPTIONS',
    })
    expect([...preflight.headers.keys()].filter(name => name.startsWith('access-control'))).toEqual(
      [],
    )
  })

  it('refuses tokens for sign-in, sign-out and password calls', async () => {
    for (const path of ['get-session', 'sign-out', 'sign-in/email', 'verify-password']) {
      const method = path === 'get-session' ? 'GET' : 'POST'
      const response = await ask(bearer(token), `/api/auth/${path}`, { method })
      expect([response.status, await response.json()], path).toMatchObject([
        403,
        { code: 'TOKEN_NOT_ALLOWED' },
      ])
    }
    const changed = await ask(
      { ...bearer(token), cookie: trader.cookie },
      '/api/auth/change-password',
      { method: 'POST' },
    )
    expect(changed.status).toBe(403)
  })
})

describe('a read-only token', () => {
  it('reads, listens and downloads; other calls are refused unread', async () => {
    const { token } = await trader.api.tokens.create({ ...draft, scope: 'read' })
    const reader = bearer(token)
    for (const path of ['/api/connections', '/api/alerts', '/api/alerts/export?format=csv'])
      expect((await ask(reader, path)).status, path).toBe(200)
    expect((await ask(reader, '/api/events', { method: 'HEAD' })).status).toBe(200)
    expect((await ask(reader, '/api/events', { method: 'POST' })).status).not.toBe(200)
    const endless = new ReadableStream({ pull: out => out.enqueue(new Uint8Array(65_536)) })
    const post = { method: 'POST', body: endless, duplex: 'half' }
    const refused = await ask(
      { ...reader, 'content-type': 'application/json' },
      '/api/templates',
      post as RequestInit,
    )
    expect([refused.status, await refused.json()]).toEqual([
      403,
      {
        defined: true,
        code: 'TOKEN_NOT_ALLOWED',
        status: 403,
        message: 'Este token solo permite leer.',
      },
    ])
  })
})

describe('a token ends', () => {
  it('when it is removed, with its streams and no others', async () => {
    const [lost, kept] = [
      await trader.api.tokens.create(draft),
      await trader.api.tokens.create(draft),
    ]
    const streams = [await listen(lost.token), await listen(kept.token)]
    await trader.api.tokens.remove({ id: lost.id })
    await streams[0]?.ended
    expect((await ask(bearer(lost.token))).status).toBe(401)
    expect((await ask(bearer(kept.token))).status).toBe(200)
    expect(streams[1]?.isOpen()).toBe(true)
    await trader.api.tokens.remove({ id: kept.id })
    await streams[1]?.ended
    await expect(trader.api.tokens.remove({ id: kept.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('when it is removed while its stream is being opened', async () => {
    const { id, token } = await trader.api.tokens.create(draft)
    const { executeQuery } = DefaultQueryExecutor.prototype
    const execute = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery')
    execute.mockImplementation(async function (this: DefaultQueryExecutor, query) {
      const found = await executeQuery.call(this, query)
      if (!query.sql.startsWith('select "api_tokens"')) return found as never
      execute.mockRestore()
      await trader.api.tokens.remove({ id })
      return found as never
    })
    const { ended } = await listen(token)
    await ended
  })

  it('at its expiry, and is listed as expired', async () => {
    const { id, token } = await trader.api.tokens.create({ ...draft, expiresAt: inDays(1) })
    const expired = async () =>
      (await trader.api.tokens.list()).find(one => one.id === id)?.isExpired
    expect(await expired()).toBe(false)
    {
      using _clock = stepClock(DAY_MS - MINUTE_MS)
      expect((await ask(bearer(token))).status).toBe(200)
    }
    using _clock = stepClock(DAY_MS)
    expect((await ask(bearer(token))).status).toBe(401)
    expect(await expired()).toBe(true)
  })

  it('when its account is removed', async () => {
    const leaving = await signUp(stage, 'se-va')
    const { id, token } = await leaving.api.tokens.create(draft)
    const user = { email: leaving.email, id: await userIdOf(leaving.email) }
    await removeAccount(stage.app.db, user)
    expect((await ask(bearer(token))).status).toBe(401)
    expect(await stored(id)).toBeUndefined()
  })
})

describe('the last use of a token', () => {
  it('is written once in five minutes, however many calls are made', async () => {
    const { id, token } = await trader.api.tokens.create(draft)
    using statements = countStatements()
    await many(200, token)
    await expect.poll(async () => (await stored(id))?.last_used_at).not.toBeNull()
    const { finds, written } = await statements.of('api_tokens')
    expect(finds).toBe(200)
    expect(written).toBe(1)
    using _clock = stepClock(5 * MINUTE_MS)
    await many(200, token)
    await expect.poll(async () => (await statements.of('api_tokens')).written).toBe(2)
    const api = apiOfToken(stage.url, token)
    expect(await api.profile.read()).toMatchObject({ email: trader.email })
    const { lastUsedAt } = (await trader.api.tokens.list()).find(one => one.id === id) ?? {}
    expect(Math.abs(Date.parse(lastUsedAt ?? '') - Date.now())).toBeLessThan(MINUTE_MS)
  })

  it('is corrected after the clock is set back', async () => {
    const { id, token } = await trader.api.tokens.create(draft)
    await ask(bearer(token))
    await expect.poll(async () => (await stored(id))?.last_used_at).not.toBeNull()
    using _clock = stepClock(-30 * DAY_MS)
    expect((await ask(bearer(token))).status).toBe(200)
    await expect
      .poll(async () => (await stored(id))?.last_used_at)
      .toBeLessThan(Date.now() + MINUTE_MS)
  })
})

async function many(calls: number, token: string): Promise<void> {
  for (let n = 0; n < calls; n += 50) {
    const answers = Array.from({ length: 50 }, () => ask(bearer(token), '/api/profile'))
    for (const { status } of await Promise.all(answers)) expect(status).toBe(200)
  }
}

function countStatements() {
  const execute = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery')
  return {
    async of(table: string) {
      const beginsWith = (begin: string) =>
        execute.mock.results.filter((_, nth) => execute.mock.calls[nth]?.[0].sql.startsWith(begin))
      const results = await Promise.all(beginsWith(`update "${table}"`).map(({ value }) => value))
      return {
        finds: beginsWith(`select "${table}"`).length,
        /** Rows written: a concurrent update leaves a statement without effect. */
        written: results.reduce((all, { numAffectedRows }) => all + Number(numAffectedRows), 0),
      }
    },
    [Symbol.dispose]: () => execute.mockRestore(),
  }
}

async function listen(token: string) {
  let isOpen = true
  const stream = await apiOfToken(stage.url, token).events.stream()
  const ended = (async () => {
    for await (const _ of stream);
    isOpen = false
  })()
  return { ended, isOpen: () => isOpen }
}

/** Status of a request that sends each header value on its own line. */
const statusOf = (headers: Record<string, string[]>) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(`${stage.url}/api/connections`, { headers }, response => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })

const userIdOf = async (email: string): Promise<string> =>
  (
    await stage.app.db
      .selectFrom('user')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).id
