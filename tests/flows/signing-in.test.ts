import { randomBytes } from 'node:crypto'
import { passkey } from '@better-auth/passkey'
import { betterAuth } from 'better-auth'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { setPassword } from '#server/accounts/manage-accounts.ts'
import { deriveKey } from '#server/accounts/passwords/derive-key.ts'
import { forDatabase } from '#server/store/engine/dialect.ts'
import { findAccount } from '#server/store/rows/accounts.ts'
import { CookieJar } from '../support/cookie-jar.ts'
import { holdStore } from '../support/hold-store.ts'
import { keyHere } from '../support/key-here.ts'
import { turnOnSecondFactor } from '../support/second-factor.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { apiOf, PASSWORD, signUp, startSession } from '../support/trader.ts'

let stage: TestApp
beforeAll(async () => {
  stage = await startTestApp()
})
afterAll(() => stage[Symbol.asyncDispose]())
// All requests of these tests come from one address.
beforeEach(() => stage.app.db.deleteFrom('rateLimit').execute())

const browser = (cookie = '') => new CookieJar(stage.url, { cookie })

const signIn = (jar: CookieJar, email: string, password = PASSWORD) =>
  jar.fetch('/api/auth/sign-in/email', { body: { email, password } })

/** Holds the next password check until `open` is called. */
function holdNextKey() {
  const { promise: looked, resolve: look } = Promise.withResolvers<void>()
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  keyHere.mockImplementationOnce(async draft => {
    look()
    await opened
    return deriveKey(draft)
  })
  return { looked, open }
}

/** Paths that browsers need; all others of the library and its plug-in are closed. */
const OPEN = [
  ...['/get-session', '/sign-in/email', '/sign-out', '/verify-password', '/change-password'],
  ...['/passkey/generate-register-options', '/passkey/verify-registration'],
  ...['/passkey/generate-authenticate-options', '/passkey/verify-authentication'],
]

it('other paths of the library and its plug-in answer 404, however they are written', async () => {
  const { api } = betterAuth({ plugins: [passkey()], secret: 'x'.repeat(32), baseURL: stage.url })
  const paths = Object.values(api).flatMap(({ path }) => (path ? [path] : []))
  const closed = [...new Set(paths)].filter(path => !OPEN.includes(path))
  expect(closed.length).toBeGreaterThan(25)
  const { cookie } = await signUp(stage, 'ada')
  for (const path of closed.map(one => one.replace(/:\w+/g, 'x')))
    for (const [written, method] of [
      [path, 'GET'],
      [path, 'POST'],
      [`${path}/`, 'POST'],
      [`/${path}`, 'POST'],
      [path.replace('e', '%65'), 'POST'],
    ]) {
      const body = method === 'POST' ? { body: {} } : {}
      const answer = await browser(cookie).fetch(`/api/auth${written}`, body)
      expect([method, written, answer.status]).toEqual([method, written, 404])
    }
})

it('the rate limit counts a path under one key, however it is written', async () => {
  for (const path of ['%65mail', 'em%61il', 'email'])
    await browser().fetch(`/api/auth/sign-in/${path}`, { body: { email: 'a@b.co', password: 'x' } })
  const counted = await stage.app.db.selectFrom('rateLimit').select(['key', 'count']).execute()
  expect(counted).toEqual([{ key: '127.0.0.1|/sign-in/email', count: 3 }])
})

it('an e-mail of any length is refused as unknown, and stored with 254 characters', async () => {
  const email = `${randomBytes(6_000).toString('hex')}@example.com`
  expect((await signIn(browser(), email)).status).toBe(401)
  const [row] = await stage.app.db
    .selectFrom('sign_in_failures')
    .select('email')
    .where('email', '=', email.slice(0, 254))
    .execute()
  expect(row).toBeDefined()
})

it('a sign-in while the database cannot write is answered with a sentence', async () => {
  const { email } = await signUp(stage, 'bea')
  await using _ = await holdStore(stage.place)
  const answer = await signIn(browser(), email)
  expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/^[A-Z].*\.$/) })
})

it('a password that is changed while it is checked begins no session', async () => {
  const { email } = await signUp(stage, 'carla')
  const { db } = stage.app
  const account = await findAccount(db, email)
  if (!account) throw new Error('the account is gone')
  const key = holdNextKey()
  const jar = browser()
  const signingIn = signIn(jar, email)
  await key.looked
  await setPassword(db, account, 'otra contraseña larga', Date.now())
  key.open()

  const answer = await signingIn
  expect([answer.status, await answer.json()]).toMatchObject([
    401,
    { code: 'INVALID_EMAIL_OR_PASSWORD' },
  ])
  expect((await jar.fetch('/api/profile')).status).toBe(401)
  expect(await sessionsOf(email)).toEqual([])
})

it('a password that the operator sets during a change outlasts the change', {
  tags: ['extended'],
}, async () => {
  const { email, cookie } = await signUp(stage, 'cloe')
  const { db } = stage.app
  const account = await findAccount(db, email)
  if (!account) throw new Error('the account is gone')
  const key = holdNextKey()
  const changing = browser(cookie).fetch('/api/auth/change-password', {
    body: { currentPassword: PASSWORD, newPassword: 'la que elige el ladrón' },
  })
  await key.looked
  await setPassword(db, account, 'la que pone el operador', Date.now())
  key.open()

  const answer = await changing
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'INVALID_PASSWORD' }])
  expect((await signIn(browser(), email, 'la que elige el ladrón')).status).toBe(401)
  expect((await signIn(browser(), email, 'la que pone el operador')).status).toBe(200)
})

it('a new password begins no session if the operator sets another after it', async () => {
  const { email, cookie } = await signUp(stage, 'celia')
  const { db } = stage.app
  const [begin, end] = forDatabase(db, {
    sqlite: [
      `create trigger setting before insert on "session" begin update "account" set "password" = '' where "userId" = new."userId"; end`,
      'drop trigger setting',
    ],
    postgres: [
      `create rule setting as on insert to "session" do also update "account" set "password" = '' where "userId" = new."userId"`,
      'drop rule setting on "session"',
    ],
  })
  await sql.raw(begin).execute(db)
  const jar = browser(cookie)
  const answer = await jar
    .fetch('/api/auth/change-password', {
      body: { currentPassword: PASSWORD, newPassword: 'otra más larga', revokeOtherSessions: true },
    })
    .finally(() => sql.raw(end).execute(db))
  expect(answer.status).toBe(400)
  expect((await jar.fetch('/api/profile')).status).toBe(401)
  expect(await sessionsOf(email)).toEqual([])
})

it('the first step of a sign-in ends the session that the browser had', async () => {
  const { api, email } = await signUp(stage, 'dora')
  await turnOnSecondFactor(api)
  const [own] = await sessionsOf(email)
  const jar = browser(await startSession({ ...stage, db: stage.app.db }, email))
  expect(await (await signIn(jar, email)).json()).toEqual({ secondFactor: true })
  expect(await sessionsOf(email)).toEqual([own])
})

it('a known browser may try fifty wrong passwords in 15 minutes', async () => {
  const { email } = await signUp(stage, 'elsa')
  const known = browser()
  expect((await signIn(known, email)).status).toBe(200)
  const fail = async (count: number) => {
    const rows = Array.from({ length: count }, () => ({ email, at: Date.now() }))
    await stage.app.db.insertInto('sign_in_failures').values(rows).execute()
  }
  await fail(49)
  expect((await signIn(browser(), email)).status).toBe(429)
  expect((await signIn(known, email, 'no es esa')).status).toBe(401)
  expect((await signIn(known, email)).status).toBe(429)
})

it('a change of the password renews the reference of its session', async () => {
  const { cookie, email } = await signUp(stage, 'fina')
  const jar = browser(cookie)
  const body = { currentPassword: PASSWORD, newPassword: 'tres gatos y un tejado' }
  expect((await jar.fetch('/api/auth/change-password', { body })).status).toBe(200)
  expect(jar.cookie).not.toBe(cookie)
  expect(await apiOf(stage.url, jar.cookie).profile.read()).toMatchObject({ email })
})

it('a sign-in beyond a thousand sessions ends the least recently used one', async () => {
  const { email } = await signUp(stage, 'hilda')
  const { db } = stage.app
  const [own] = await db.selectFrom('session').selectAll().orderBy('createdAt', 'desc').execute()
  if (!own) throw new Error('the session is gone')
  const at = new Date(own.createdAt).toISOString()
  const expiresAt = new Date(own.expiresAt).toISOString()
  const others = Array.from({ length: 1_000 }, (_, n) => {
    const id = `${n} of ${email}`
    const { userId } = own
    return { id, token: id, userId, createdAt: at, updatedAt: at, expiresAt, lastUsedAt: n }
  })
  for (let n = 0; n < others.length; n += 500)
    await db
      .insertInto('session')
      .values(others.slice(n, n + 500))
      .execute()
  const jar = browser()
  expect((await signIn(jar, email)).status).toBe(200)
  const left = await sessionsOf(email)
  expect(left).toHaveLength(1_000)
  expect(left).not.toContainEqual({ id: others[0]?.id })
  expect(left).toContainEqual({ id: others[1]?.id })
  expect((await jar.fetch('/api/profile')).status).toBe(200)
})

it('the value of a session cookie is refused in a passkey cookie', async () => {
  const { cookie } = await signUp(stage, 'gema')
  const [name = '', value = ''] = cookie.split(/=(.*)/)
  const jar = browser(`${name.replace('session_token', 'passkey')}=${value}`)
  const response = { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' }
  const answer = await jar.fetch('/api/auth/passkey/verify-authentication', {
    body: { response: { id: 'a', rawId: 'a', type: 'public-key', response } },
  })
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'CHALLENGE_NOT_FOUND' }])
})

const sessionsOf = (email: string) =>
  stage.app.db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select('session.id')
    .where('email', '=', email)
    .execute()
