import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '#server/store/migrations/migrate.ts'
import { DAY_MS } from '#shared/limits.ts'
import { CookieJar } from '../support/cookie-jar.ts'
import { freePort } from '../support/free-port.ts'
import { holdStore } from '../support/hold-store.ts'
import { leaveAccount } from '../support/older-rows.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { emptyPlace } from '../support/test-place.ts'
import { PASSWORD, signUp, startSession } from '../support/trader.ts'
import { openUnmigrated } from '../support/unmigrated.ts'

const MINUTE_MS = 60_000

let stage: TestApp
beforeAll(async () => {
  stage = await startTestApp({ trustProxy: 1 })
})
afterAll(() => stage[Symbol.asyncDispose]())

let people = 0

/** A new account, signed in with one browser. */
async function signedIn({ https = false } = {}) {
  people += 1
  const { email, cookie } = await signUp(stage, `person-${people}`)
  return { email, cookie, jar: new CookieJar(stage.url, { cookie, https }) }
}

const sessionsOf = (email: string) =>
  stage.app.db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .selectAll('session')
    .where('user.email', '=', email)
    .orderBy('session.createdAt')
    .execute()

async function sessionOf(email: string) {
  const [session] = await sessionsOf(email)
  if (!session) throw new Error(`${email} has no session`)
  return session
}

type Instants = Partial<
  Record<
    'lastUsedAt' | 'startedAt' | 'authenticatedAt' | 'referenceSince' | 'previousUntil',
    number | null
  > &
    Record<'createdAt' | 'expiresAt' | 'updatedAt', Date>
>

/** Sets instants of the session of an account. */
async function turnBack(email: string, instants: Instants): Promise<void> {
  const { id } = await sessionOf(email)
  for (const [column, value] of Object.entries(instants))
    await sql`update "session" set ${sql.ref(column)} = ${
      value instanceof Date ? value.toISOString() : value
    } where "id" = ${id}`.execute(stage.app.db)
}

const ago = (ms: number) => new Date(Date.now() - ms)
const statusOf = async (jar: CookieJar) => (await jar.fetch('/api/profile')).status
const confirm = (jar: CookieJar, password = PASSWORD) =>
  jar.fetch('/api/auth/verify-password', { body: { password } })
/** A browser with the current cookies of another. */
const copyOf = ({ cookie }: CookieJar, { https = false } = {}) =>
  new CookieJar(stage.url, { cookie, https })

describe('the end of a session', () => {
  it('is seven days after its last use, which is written every five minutes at most', async () => {
    const { email, jar } = await signedIn()
    await turnBack(email, { lastUsedAt: Date.now() - 4 * MINUTE_MS, expiresAt: ago(-MINUTE_MS) })
    const before = await sessionOf(email)
    expect(await statusOf(jar)).toBe(200)
    expect(await sessionOf(email)).toEqual(before)

    await turnBack(email, { lastUsedAt: Date.now() - 6 * MINUTE_MS })
    const now = Date.now()
    expect(await statusOf(jar)).toBe(200)
    const after = await sessionOf(email)
    expect(after.lastUsedAt).toBeGreaterThanOrEqual(now)
    const end = new Date(after.expiresAt).getTime()
    expect(end - (after.lastUsedAt ?? 0)).toBeCloseTo(7 * DAY_MS, -4)

    await turnBack(email, { expiresAt: ago(0) })
    expect(await statusOf(jar)).toBe(401)
  })

  it('is ninety days after the sign-in, however much it is used', async () => {
    const { email, jar } = await signedIn()
    const createdAt = ago(90 * DAY_MS - MINUTE_MS)
    await turnBack(email, { createdAt, lastUsedAt: Date.now() - 6 * MINUTE_MS })
    expect(await statusOf(jar)).toBe(200)
    const { expiresAt } = await sessionOf(email)
    expect(new Date(expiresAt).getTime()).toBe(createdAt.getTime() + 90 * DAY_MS)
  })

  it('is not caused by a database that cannot store its use', async () => {
    const { email, jar } = await signedIn()
    await turnBack(email, { createdAt: ago(DAY_MS) })
    const { reference } = await sessionOf(email)
    await using hold = await holdStore(stage.place)
    expect(await Promise.all([1, 2, 3].map(() => statusOf(copyOf(jar))))).toEqual([200, 200, 200])
    await hold.release()
    expect(await sessionOf(email)).toMatchObject({ reference })
  })

  it('comes for all other sessions of the account with one call', async () => {
    const { email, jar } = await signedIn()
    const { jar: stranger } = await signedIn()
    const others = await Promise.all(
      [1, 2, 3].map(() => startSession({ ...stage, db: stage.app.db }, email)),
    )
    const answer = await jar.fetch('/api/sessions', { method: 'DELETE' })
    expect(await answer.json()).toEqual({ ended: 3 })
    for (const cookie of others)
      expect(await statusOf(new CookieJar(stage.url, { cookie }))).toBe(401)
    expect([await statusOf(jar), await statusOf(stranger)]).toEqual([200, 200])
  })
})

describe('the reference of a session in use', () => {
  it('is replaced after a day; the previous one is valid until the new one is shown', async () => {
    const { email, cookie, jar } = await signedIn()
    await turnBack(email, { createdAt: ago(DAY_MS) })
    const lost = copyOf(jar)
    expect(await statusOf(jar)).toBe(200)
    expect(jar.cookie).not.toBe(cookie)

    // As if the answer with the new reference was lost.
    expect(await statusOf(copyOf(lost))).toBe(200)
    expect(await statusOf(lost)).toBe(200)
    expect(lost.cookie).toBe(jar.cookie)

    expect(await statusOf(jar)).toBe(200)
    const { previousUntil } = await sessionOf(email)
    expect((previousUntil ?? 0) - Date.now()).toBeGreaterThan(25_000)
    expect(await statusOf(new CookieJar(stage.url, { cookie }))).toBe(200)
    await turnBack(email, { previousUntil: Date.now() })
    expect(await statusOf(new CookieJar(stage.url, { cookie }))).toBe(401)
    expect(await statusOf(jar)).toBe(200)
  })

  it('is replaced once for all tabs that ask at once', async () => {
    const { email, cookie } = await signedIn()
    await turnBack(email, { createdAt: ago(2 * DAY_MS) })
    const tabs = Array.from({ length: 30 }, () => new CookieJar(stage.url, { cookie }))
    const asked = ['/api/profile', '/api/auth/get-session', '/api/sessions']
    const answers = await Promise.all(
      tabs.map((tab, n) => tab.fetch(asked[n % asked.length] ?? '')),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const { reference } = await sessionOf(email)
    const told = tabs.map(tab => tab.cookie).filter(one => one !== cookie)
    expect(new Set(told).size).toBe(1)
    expect(told[0]).toContain(`=${reference}.`)
    expect(await Promise.all(tabs.map(statusOf))).toEqual(tabs.map(() => 200))
  })

  it('is not sent to a cookie with a forged signature', async () => {
    const { email, jar } = await signedIn()
    await turnBack(email, { createdAt: ago(2 * DAY_MS) })
    const [name = ''] = jar.cookies.keys()
    jar.plant(name, `${(await sessionOf(email)).token}.c2lnbmF0dXJl`)
    const answer = await jar.fetch('/api/profile')
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []])
  })
})

describe('a copy of a session', () => {
  /** The owner's browser, and a copy of it that asked first after a day and has the new reference. */
  async function copied() {
    const { email, jar: owner } = await signedIn()
    const copy = copyOf(owner)
    await turnBack(email, { createdAt: ago(DAY_MS) })
    expect([await statusOf(copy), await statusOf(copy)]).toEqual([200, 200])
    return { email, owner, copy }
  }
  const signIn = (jar: CookieJar, email: string) =>
    jar.fetch('/api/auth/sign-in/email', { body: { email, password: PASSWORD } })
  const told = async (jar: CookieJar) => {
    const [events, notifications] = await Promise.all(
      ['/api/account-events', '/api/notifications'].map(async path =>
        (await jar.fetch(path)).json(),
      ),
    )
    return {
      kinds: events.items.map(({ kind }: { kind: string }) => kind),
      notifications: notifications.map(({ title, message }: Record<string, string>) => ({
        title,
        message,
      })),
    }
  }

  it('ends the session when the replaced reference is shown over 10 minutes later', async () => {
    const { email, owner, copy } = await copied()
    await turnBack(email, { previousUntil: Date.now() - 9 * MINUTE_MS })
    expect([await statusOf(owner), await statusOf(copy)]).toEqual([401, 200])
    const stream = (await copy.fetch('/api/events')).body?.getReader()
    await turnBack(email, { previousUntil: Date.now() - 11 * MINUTE_MS })
    expect([await statusOf(owner), await statusOf(copy)]).toEqual([401, 401])
    while (!(await stream?.read())?.done);
    expect(await sessionsOf(email)).toEqual([])

    expect((await signIn(owner, email)).status).toBe(200)
    expect(await told(owner)).toMatchObject({
      kinds: ['sign-in', 'session-copied', 'account-created'],
      notifications: [
        {
          title: 'Se cerró una sesión que pudo ser copiada',
          message:
            'node, esta máquina (127.0.0.1) mostró una cookie de sesión que otro navegador ya había cambiado. Pasa al añadir Pregonero a la pantalla de inicio; si no es eso, cambia la contraseña.',
        },
      ],
    })
  })

  it('ends when the other browser signs in anew, however soon', async () => {
    const { email, owner, copy } = await copied()
    await turnBack(email, { previousUntil: Date.now() })
    expect([await statusOf(owner), await statusOf(copy)]).toEqual([401, 200])
    expect((await signIn(owner, email)).status).toBe(200)
    expect([await statusOf(owner), await statusOf(copy)]).toEqual([200, 401])
    expect((await told(owner)).kinds).toEqual(['sign-in', 'session-copied', 'account-created'])
  })

  it('is detected by the first reference too, after several replacements', async () => {
    const { email, cookie, jar } = await signedIn()
    for (const days of [2, 1]) {
      await turnBack(email, { createdAt: ago(days * DAY_MS), referenceSince: null })
      expect([await statusOf(jar), await statusOf(jar)]).toEqual([200, 200])
      await turnBack(email, { previousUntil: Date.now() - 11 * MINUTE_MS })
    }
    await turnBack(email, { referenceSince: Date.now() - 11 * MINUTE_MS })
    expect(await statusOf(new CookieJar(stage.url, { cookie }))).toBe(401)
    expect(await statusOf(jar)).toBe(401)
  })

  it('is not detected from a forged cookie', async () => {
    const { email, owner } = await copied()
    const [name = ''] = owner.cookies.keys()
    const { previousReference } = await sessionOf(email)
    await turnBack(email, { previousUntil: Date.now() - 11 * MINUTE_MS })
    const forged = new CookieJar(stage.url)
    forged.plant(name, `${previousReference}.c2lnbmF0dXJl`)
    expect(await statusOf(forged)).toBe(401)
    expect(await sessionsOf(email)).toHaveLength(1)
  })
})

describe('a confirmation', () => {
  it('allows calls that need a recent sign-in; renews the reference, keeps streams', async () => {
    const { email, cookie, jar } = await signedIn()
    await turnBack(email, { createdAt: ago(11 * MINUTE_MS) })
    for (const [path, method] of [
      ['/api/export', 'GET'],
      ['/api/reset', 'POST'],
      ['/api/sessions', 'DELETE'],
      ['/api/sessions/an-id', 'DELETE'],
    ] as const) {
      const refused = await jar.fetch(path, { method })
      expect([refused.status, await refused.json()]).toMatchObject([
        403,
        { code: 'REAUTHENTICATION_REQUIRED', message: 'Confirma que eres tú para seguir.' },
      ])
    }
    const stream = await jar.fetch('/api/events')
    const reader = stream.body?.getReader()
    await reader?.read()

    expect((await confirm(jar, 'not the password')).status).toBe(400)
    expect(jar.cookie).toBe(cookie)
    expect((await jar.fetch('/api/export')).status).toBe(403)

    expect((await confirm(jar)).status).toBe(200)
    expect(jar.cookie).not.toBe(cookie)
    expect((await jar.fetch('/api/export')).status).toBe(200)
    expect(await sessionsOf(email)).toHaveLength(1)

    // The old reference serves requests in flight, without its successor or the confirmation.
    const old = new CookieJar(stage.url, { cookie })
    expect(await statusOf(old)).toBe(200)
    expect(old.cookie).toBe(cookie)
    expect((await old.fetch('/api/export')).status).toBe(403)
    await turnBack(email, { previousUntil: Date.now() })
    expect(await statusOf(new CookieJar(stage.url, { cookie }))).toBe(401)

    await jar.fetch('/api/notifications/read', { method: 'DELETE' })
    let heard = ''
    while (reader && !heard.includes('notifications')) {
      const { done, value } = await reader.read()
      if (done) break
      heard += new TextDecoder().decode(value)
    }
    expect(heard).toContain('notifications')
    await reader?.cancel()
  })

  it('keeps the session when two tabs confirm at once', async () => {
    const { jar } = await signedIn()
    const tabs = [copyOf(jar), copyOf(jar)]
    const answers = await Promise.all(tabs.map(tab => confirm(tab)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await Promise.all([jar, ...tabs].map(statusOf))).toEqual([200, 200, 200])
  })

  it('requires a session', async () => {
    const answer = await confirm(new CookieJar(stage.url))
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'UNAUTHORIZED' }])
  })
})

describe('the cookies of a browser on HTTPS', () => {
  const signIn = (jar: CookieJar, email: string) =>
    jar.fetch('/api/auth/sign-in/email', { body: { email, password: PASSWORD } })
  const plainOf = ({ cookies }: CookieJar) =>
    [...cookies.keys()].filter(name => !name.startsWith('__Host-'))

  it('are bound to their host; those planted by a sibling host are refused', async () => {
    const { email, cookie } = await signedIn()
    const jar = new CookieJar(stage.url, { https: true })
    const answer = await signIn(jar, email)
    expect(answer.status).toBe(200)
    expect(jar.cookies.size).toBe(2)
    expect(plainOf(jar)).toEqual([])
    for (const set of answer.headers.getSetCookie())
      expect(set).toMatch(/^__Host-pregonero-\d+\..*Path=\/.*; Secure$/)
    expect(await statusOf(jar)).toBe(200)

    // The same session, as a sibling host would plant it.
    const planted = [...jar.cookies].map(([name, value]) => [name.slice('__Host-'.length), value])
    const victim = new CookieJar(stage.url, { https: true })
    for (const [name = '', value = ''] of planted) victim.plant(name, value)
    expect(await statusOf(victim)).toBe(401)
    await turnBack(email, { createdAt: ago(DAY_MS) })
    expect(await statusOf(jar)).toBe(200)
    expect(await statusOf(victim)).toBe(401)

    // A session that began by HTTP is not carried over either.
    await sql`update "session" set "reference" = "token"`.execute(stage.app.db)
    expect(await statusOf(new CookieJar(stage.url, { cookie, https: true }))).toBe(401)
    for (const [name, value] of jar.cookies) victim.plant(name, value)
    expect(await statusOf(victim)).toBe(200)
    expect((await victim.fetch('/api/auth/sign-out', { body: {} })).status).toBe(200)
    expect([...victim.cookies.keys()].filter(name => name.endsWith('session_token'))).toEqual([])
  })

  it('are refused over HTTP', async () => {
    const { cookie } = await signedIn()
    expect(await statusOf(new CookieJar(stage.url, { cookie: `__Host-${cookie}` }))).toBe(401)
  })

  it('are made from an earlier version’s, which the next reference removes', async () => {
    const { email, cookie, jar } = await signedIn({ https: true })
    expect((await sessionOf(email)).reference).toBeNull()
    expect(await statusOf(jar)).toBe(200)
    expect(jar.cookie).toBe(`${cookie}; __Host-${cookie}`)

    await turnBack(email, { createdAt: ago(DAY_MS), startedAt: Date.now() - DAY_MS })
    const late = copyOf(jar, { https: true })
    const onItsWay = new CookieJar(stage.url, { cookie, https: true })
    expect(await statusOf(jar)).toBe(200)
    expect(plainOf(jar)).toEqual([])
    expect(jar.cookies.size).toBe(1)
    expect([await statusOf(onItsWay), await statusOf(late)]).toEqual([200, 200])
    await turnBack(email, { referenceSince: Date.now() - MINUTE_MS })
    expect(await statusOf(new CookieJar(stage.url, { cookie, https: true }))).toBe(401)
    expect(await statusOf(jar)).toBe(200)
  })

  it('are not made from an earlier version’s after 8 days', async () => {
    const { email, jar } = await signedIn({ https: true })
    await turnBack(email, { createdAt: ago(8 * DAY_MS) })
    expect(await statusOf(jar)).toBe(401)
  })
})

it('a second sign-in in one browser ends its previous session', async () => {
  const { email, cookie, jar } = await signedIn()
  const body = { email, password: PASSWORD }
  expect((await jar.fetch('/api/auth/sign-in/email', { body })).status).toBe(200)
  expect(await statusOf(jar)).toBe(200)
  expect(await sessionsOf(email)).toHaveLength(1)
  expect(await statusOf(new CookieJar(stage.url, { cookie }))).toBe(401)
})

it('sessions of an earlier version stay signed in by HTTP and HTTPS, however old', async () => {
  await using somewhere = await emptyPlace()
  const { place } = somewhere
  const secretKey = 'a secret key of thirty-two letters'
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let email = ''
  const cookies: string[] = []
  {
    await using db = openUnmigrated(place)
    await migrate(db, { last: '0018-buttons' })
    const chat = { token: '9100000000:token', chatId: '7', secretKey, password: PASSWORD }
    email = (await leaveAccount(db, 'eva', chat)).email
    for (const at of [ago(0), ago(200 * DAY_MS)]) {
      cookies.push(await startSession({ db, secretKey, url }, email))
      await sql`update "session" set "createdAt" = ${at.toISOString()}
        where "createdAt" = (select max("createdAt") from "session")`.execute(db)
    }
  }
  await using _later = await startTestApp({
    ...('dataDir' in place && { dataDir: place.dataDir }),
    secrets: { secretKey, databaseUrl: 'dataDir' in place ? undefined : place.databaseUrl },
    port,
    publicUrl: url,
    trustProxy: 1,
  })
  for (const cookie of cookies)
    for (const https of [false, true]) {
      const jar = new CookieJar(url, { cookie, https })
      expect(await (await jar.fetch('/api/auth/get-session')).json()).toMatchObject({
        user: { email },
      })
      expect(await statusOf(jar)).toBe(200)
      expect(jar.cookies.has(`__Host-${cookie.split('=')[0]}`)).toBe(https)
    }
})
