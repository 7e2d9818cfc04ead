import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { apiOf, cookieOf, PASSWORD, signIn, signUp } from '../support/trader.ts'

const NEW_PASSWORD = 'otra contraseña larga'

let stage: TestApp
beforeAll(async () => {
  stage = await startTestApp({ trustProxy: 1 })
})
afterAll(() => stage[Symbol.asyncDispose]())

type Api = ReturnType<typeof apiOf>

/** Listens in the background. @returns a promise that settles when the server ends the stream */
async function listen(api: Api) {
  const stream = await api.events.stream()
  return {
    ended: (async () => {
      for await (const _ of stream);
    })(),
  }
}

let addresses = 0
function freshAddress(): string {
  addresses += 1
  return `203.0.113.${addresses}`
}

const changePassword = (
  cookie: string,
  currentPassword: string,
  newPassword: string,
  revokeOtherSessions = true,
) =>
  fetch(`${stage.url}/api/auth/change-password`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', origin: stage.url, cookie },
      // Each network is allowed three changes in ten seconds.
      'x-forwarded-for': freshAddress(),
    },
    body: JSON.stringify({ currentPassword, newPassword, revokeOtherSessions }),
  })

describe('a session', () => {
  it('is listed with this browser first, then the newest', async () => {
    const { api, email } = await signUp(stage, 'ana')
    for (const name of ['Firefox/133.0', 'curl/8.9.1'])
      await signIn(stage.url, email, PASSWORD, { 'user-agent': name })
    const sessions = await api.sessions.list()
    expect(sessions.map(({ isCurrent, userAgent }) => ({ isCurrent, userAgent }))).toEqual([
      { isCurrent: true, userAgent: 'node' },
      { isCurrent: false, userAgent: 'curl/8.9.1' },
      { isCurrent: false, userAgent: 'Firefox/133.0' },
    ])
    for (const { ipAddress, signedInAt } of sessions) {
      expect(ipAddress).toBe('127.0.0.1')
      expect(new Date(signedInAt).toISOString()).toBe(signedInAt)
    }
  })

  it('can be ended from elsewhere, with its cookie and its stream', async () => {
    const { api, email } = await signUp(stage, 'eva')
    const lost = apiOf(stage.url, await signIn(stage.url, email))
    const { ended } = await listen(lost)
    const [, other] = await api.sessions.list()
    const id = other?.id ?? ''

    await api.sessions.end({ id })
    await ended
    await expect(lost.profile.read()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await api.sessions.list()).toHaveLength(1)
    await expect(api.sessions.end({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a new password', () => {
  it('ends all other sessions and every stream, and renews this browser’s cookie', async () => {
    const { api, email, cookie } = await signUp(stage, 'leo')
    const lost = apiOf(stage.url, await signIn(stage.url, email))
    const streams = [await listen(api), await listen(lost)]

    const response = await changePassword(cookie, PASSWORD, NEW_PASSWORD)
    expect(response.status).toBe(200)
    expect(await response.text()).not.toContain('token')
    await Promise.all(streams.map(({ ended }) => ended))
    for (const old of [api, lost])
      await expect(old.profile.read()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })

    const fresh = apiOf(stage.url, cookieOf(response))
    expect(await fresh.profile.read()).toMatchObject({ email })
    expect(await fresh.sessions.list()).toMatchObject([{ isCurrent: true, userAgent: 'node' }])
    await expect(signIn(stage.url, email)).rejects.toThrow('401')
    await signIn(stage.url, email, NEW_PASSWORD)
  })

  it('ends other sessions even if revokeOtherSessions is false', async () => {
    const { api, email, cookie } = await signUp(stage, 'ivo')
    const lost = apiOf(stage.url, await signIn(stage.url, email))
    const stream = await listen(lost)
    expect((await changePassword(cookie, PASSWORD, NEW_PASSWORD, false)).status).toBe(200)
    await stream.ended
    await expect(lost.profile.read()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await api.profile.read()).toMatchObject({ email })
  })

  it('requires the current one and enough length; a refusal ends no session', async () => {
    const { api, email, cookie } = await signUp(stage, 'noa')
    const elsewhere = apiOf(stage.url, await signIn(stage.url, email))
    const wrong = await changePassword(cookie, 'no es esa', NEW_PASSWORD)
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { code: 'INVALID_PASSWORD' }])
    const short = await changePassword(cookie, PASSWORD, 'corta')
    expect([short.status, await short.json()]).toMatchObject([
      400,
      { code: 'NEW_PASSWORD_REFUSED' },
    ])
    for (const one of [api, elsewhere]) expect(await one.profile.read()).toMatchObject({ email })
    await signIn(stage.url, email)
  })
})
