// @module-tag server
import { describe, expect, it } from 'vitest'
import { listAccountEvents, recordAccountEvent } from '#server/store/rows/account-events.ts'
import { findAccount } from '#server/store/rows/accounts.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { apiOf, PASSWORD, signUp } from '../support/trader.ts'

const post = (stage: TestApp, path: string, body: object, cookie = '') =>
  fetch(`${stage.url}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: stage.url,
      'user-agent': 'Firefox',
      cookie,
    },
    body: JSON.stringify(body),
  })

async function idOf({ app: { db } }: TestApp, email: string): Promise<string> {
  const account = await findAccount(db, email)
  return account?.id ?? ''
}

/** Recorded events of an account, oldest first. */
async function eventsOf(stage: TestApp, email: string) {
  const { db } = stage.app
  const { rows } = await listAccountEvents({ db, userId: await idOf(stage, email) }, 1)
  return rows.toReversed()
}

const kindsOf = async (stage: TestApp, email: string) =>
  (await eventsOf(stage, email)).map(({ kind, count }) => (count > 1 ? `${kind} ${count}` : kind))

describe('account events', () => {
  it('are recorded with address and browser, failures too, without passwords', async () => {
    await using stage = await startTestApp()
    const { api, cookie, email } = await signUp(stage)
    const signIn = (password: string) => post(stage, '/auth/sign-in/email', { email, password })
    const changePassword = (currentPassword: string) =>
      post(stage, '/auth/change-password', { currentPassword, newPassword: 'otra mejor' }, cookie)

    await signIn(PASSWORD)
    await signIn('no es la contraseña')
    await signIn('tampoco')
    await changePassword('no lo es')
    await api.data.exportAll()
    const [, other] = await api.sessions.list()
    await api.sessions.end({ id: other?.id ?? '' })
    await changePassword(PASSWORD)
    await post(stage, '/auth/sign-out', {}, cookie)

    const expected = [
      ...['account-created', 'exported', 'password-change-failed', 'password-changed'],
      ...['session-ended', 'sign-in', 'sign-in-failed 2', 'sign-out'],
    ]
    await expect.poll(async () => (await kindsOf(stage, email)).sort()).toEqual(expected)
    const events = await eventsOf(stage, email)
    expect(events[1]).toMatchObject({
      kind: 'sign-in',
      address: '127.0.0.1',
      user_agent: 'Firefox',
    })
    const written = JSON.stringify(events)
    for (const secret of [PASSWORD, 'tampoco', 'no lo es']) expect(written).not.toContain(secret)
  })

  it('are recorded for calls whose path ends in a slash too', async () => {
    await using stage = await startTestApp()
    const { cookie, email } = await signUp(stage)
    const exported = await fetch(`${stage.url}/api/export/`, { headers: { cookie } })
    await post(stage, '/tokens/', { name: 'Otro', scope: 'all', expiresAt: null }, cookie)
    expect(exported.status).toBe(200)
    await expect
      .poll(async () => (await kindsOf(stage, email)).sort())
      .toEqual(['account-created', 'exported', 'token-created'])
  })

  it('are not recorded for form-encoded sign-ins, which get 415', async () => {
    await using stage = await startTestApp()
    const { email } = await signUp(stage)
    for (const password of ['no es la contraseña', PASSWORD]) {
      const answer = await fetch(`${stage.url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { origin: stage.url },
        body: new URLSearchParams({ email, password }),
      })
      expect([answer.status, await answer.json()]).toMatchObject([
        415,
        { code: 'UNSUPPORTED_MEDIA_TYPE' },
      ])
    }
    expect(await kindsOf(stage, email)).toEqual(['account-created'])
  })

  it('leave out unknown e-mails, missing sessions and foreign origins', async () => {
    await using stage = await startTestApp()
    const { email } = await signUp(stage)
    await post(stage, '/auth/sign-in/email', { email: 'nadie@example.com', password: PASSWORD })
    await post(stage, '/auth/change-password', { currentPassword: 'x', newPassword: PASSWORD })
    await fetch(`${stage.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    await post(stage, '/auth/sign-in/email', { email, password: 'no es la contraseña' })
    await expect.poll(() => kindsOf(stage, email)).toEqual(['account-created', 'sign-in-failed'])
    const all = await stage.app.db.selectFrom('account_events').select('user_id').execute()
    expect(all).toHaveLength(2)
  })
})

describe('the list of account events', () => {
  it('survives a reset, which it lists', async () => {
    await using stage = await startTestApp()
    const { api } = await signUp(stage)
    const kinds = async () => (await api.accountEvents.list({})).items.map(({ kind }) => kind)
    await api.data.exportAll()
    await expect.poll(kinds).toEqual(['exported', 'account-created'])
    await api.data.reset({})
    await expect.poll(kinds).toEqual(['reset', 'exported', 'account-created'])
  })

  it('comes in pages of 50, with the country of each address', async () => {
    await using stage = await startTestApp()
    const { api, email } = await signUp(stage)
    const userId = await idOf(stage, email)
    const { db } = stage.app
    for (let n = 0; n < 51; n += 1)
      await recordAccountEvent(
        db,
        { userId, kind: 'sign-in', address: '80.58.61.250', userAgent: 'Firefox' },
        1_000 * n,
      )
    const [first, second] = [
      await api.accountEvents.list({}),
      await api.accountEvents.list({ page: 2 }),
    ]
    expect(first.items).toHaveLength(50)
    expect(first).toMatchObject({ total: 52, page: 1, pageSize: 50 })
    expect(second.items.map(({ at }) => Date.parse(at))).toEqual([1_000, 0])
    expect(first.items[0]).toMatchObject({ kind: 'account-created', address: null })
    expect(second.items[0]).toMatchObject({
      kind: 'sign-in',
      address: '80.58.61.250',
      location: 'España',
      userAgent: 'Firefox',
      detail: null,
      count: 1,
    })
    expect(await api.sessions.list()).toMatchObject([{ location: 'esta máquina' }])
  })
})

describe('a sign-in', () => {
  it('notifies of an unknown browser, except at the account’s first sign-in', async () => {
    await using stage = await startTestApp({ registration: 'open' })
    const { db } = stage.app
    const who = { email: 'ana@example.com', password: PASSWORD }
    const signIn = async (cookie = '') => {
      const answer = await post(stage, '/auth/sign-in/email', who, cookie)
      expect(answer.status).toBe(200)
      return answer.headers.getSetCookie().map(text => text.split(';')[0] ?? '')
    }
    await post(stage, '/registration', { ...who, name: 'Ana' })
    const first = await signIn()
    const device = first.find(cookie => cookie.includes('.device_'))
    await signIn(device)
    const cookies = await signIn(first.find(cookie => cookie.includes('.session_token')))
    const { notifications } = apiOf(stage.url, cookies.join('; '))
    expect(await notifications.list()).toEqual([])

    await signIn(device?.replace(/=.*/, '=x'))
    expect(await notifications.list()).toMatchObject([
      {
        title: 'Se inició sesión en un navegador nuevo',
        message:
          'Firefox, esta máquina (127.0.0.1). Si no fuiste tú, cambia la contraseña y cierra esa sesión.',
        type: 'warning',
        link: '/settings/security',
      },
    ])
    await signIn()
    expect((await notifications.list()).map(({ title }) => title)).toEqual([
      'Se inició sesión 2 veces en navegadores nuevos',
    ])
    const told = await db.selectFrom('notifications').select('user_id').execute()
    expect(told).toHaveLength(1)
  })
})
