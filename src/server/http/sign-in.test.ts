// @module-tag server
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Auth, createAuth } from '#server/accounts/auth.ts'
import { createAccount, setPassword } from '#server/accounts/manage-accounts.ts'
import type * as keys from '#server/accounts/passwords/password-key.ts'
import { createPasswordTurns } from '#server/accounts/passwords/password-turns.ts'
import { findAccount } from '#server/store/rows/accounts.ts'
import { insertSignInFailure } from '#server/store/rows/sign-in-failures.ts'
import { keyHere } from '../../../tests/support/key-here.ts'
import { openTestStore } from '../../../tests/support/test-place.ts'
import { createTestRoutes } from '../../../tests/support/test-routes.ts'
import { ownCookies } from './cookies.ts'
import { signInRoutes } from './sign-in.ts'

const PASSWORD = 'una contraseña larga'
const MINUTE_MS = 60_000

describe('signing in', () => {
  it('opens a session that signing out ends', async () => {
    await using server = await startServer()
    const ana = server.browser()
    expect((await ana.signIn('Ana@Example.com', PASSWORD)).status).toBe(200)
    expect(ana.cookieNames()).toContain('pregonero-8080.session_token')
    const signedIn = await ana.whoAmI()
    expect(signedIn).toMatchObject({ email: 'ana@example.com', name: 'ana' })

    expect((await ana.post('/api/auth/sign-out', {})).status).toBe(200)
    expect(await ana.whoAmI()).toBeNull()
    expect(server.ended).toEqual([signedIn?.by.id])
    expect(server.logged).toEqual([])
  })

  it('gives the same answer to a wrong password and to an unknown e-mail', async () => {
    await using server = await startServer()
    const stranger = server.browser()
    const answers = [
      await stranger.signIn('ana@example.com', 'not the password'),
      await stranger.signIn('nobody@example.com', 'not the password'),
    ]
    const [wrong, unknown] = await Promise.all(answers.map(answer => answer.json()))
    expect(answers.map(answer => answer.status)).toEqual([401, 401])
    expect(wrong).toMatchObject({ code: 'INVALID_EMAIL_OR_PASSWORD' })
    expect(unknown).toEqual(wrong)
    expect(stranger.cookieNames()).toEqual([])
  })

  it('takes turns by network, so that a flood from one delays only itself', async () => {
    const { keyOf } = await vi.importActual<typeof keys>(
      '#server/accounts/passwords/password-key.ts',
    )
    keyHere.mockImplementation(keyOf)
    onTestFinished(() => void keyHere.mockReset())
    await using server = await startServer({ trustProxy: 1 })
    const done: string[] = []
    const guess = async (who: string, address: string) => {
      const headers = { 'X-Forwarded-For': address }
      const { status } = await server.browser().signIn(`${who}@example.com`, 'a guess', headers)
      done.push(who)
      return status
    }
    const ofOne = Array.from({ length: 8 }, (_, n) => guess(`one-${n}`, '10.1.1.1'))
    const ofAll = Array.from({ length: 5 }, (_, n) => guess(`all-${n}`, `10.0.0.${n}`))
    expect((await server.browser().signIn('ana@example.com', PASSWORD)).status).toBe(200)
    done.push('ana')
    expect(await Promise.all(ofAll)).toEqual(ofAll.map(() => 401))
    expect(await Promise.all(ofOne)).toEqual(ofOne.map(() => 401))
    expect(done.slice(-4).every(who => who.startsWith('one'))).toBe(true)
  })

  it('is not delayed by slow requests, and logs no aborted ones', async () => {
    await using server = await startServer({ trustProxy: 1 })
    const slow = await Promise.all([1, 2, 3].map(n => server.begin(`10.0.0.${n}`)))
    expect((await server.browser().signIn('ana@example.com', PASSWORD)).status).toBe(200)
    for (const socket of slow) socket.resetAndDestroy()
    await server.browser().signIn('ana@example.com', PASSWORD)
    expect(server.logged).toEqual([])
  })

  it('ignores failures that a clock set back leaves in the future', async () => {
    await using server = await startServer()
    await server.failures('ana@example.com', 10, Date.now() + 60 * MINUTE_MS)
    expect((await server.browser().signIn('ana@example.com', PASSWORD)).status).toBe(200)
  })

  it('works under every name of this machine, and is refused from another site', async () => {
    await using server = await startServer()
    for (const host of ['127.0.0.1', 'localhost']) {
      const origin = `http://${host}:${server.port}`
      const browser = server.browser(host)
      const answer = await browser.signIn('ana@example.com', PASSWORD, { Origin: origin })
      expect(answer.status).toBe(200)
      expect((await browser.post('/api/auth/sign-out', {}, { Origin: origin })).status).toBe(200)
    }
    const foreign = { Origin: 'http://localhost:1' }
    const answer = await server.browser().signIn('ana@example.com', PASSWORD, foreign)
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ code: 'ORIGIN_REFUSED' })
  })

  it('marks its cookies Secure when the browser came by HTTPS', async () => {
    await using server = await startServer({ trustProxy: 1 })
    const cookies = async (headers: Record<string, string>) =>
      (await server.browser().signIn('ana@example.com', PASSWORD, headers)).headers.getSetCookie()
    const plain = await cookies({})
    const secure = await cookies({ 'X-Forwarded-Proto': 'https' })
    expect(plain).toHaveLength(2)
    expect(secure).toHaveLength(2)
    for (const cookie of [...plain, ...secure]) {
      expect(cookie).toContain('HttpOnly')
      expect(cookie).toContain('SameSite=Lax')
    }
    expect(plain.filter(cookie => cookie.includes('Secure'))).toEqual([])
    expect(secure.filter(cookie => cookie.includes('; Secure'))).toEqual(secure)
  })

  it('sends session tokens in cookies, never in a body', async () => {
    await using server = await startServer()
    const ana = server.browser()
    const signedIn = await ana.signIn('ana@example.com', PASSWORD)
    const session = await ana.get('/api/auth/get-session')
    const changed = await ana.post('/api/auth/change-password', {
      currentPassword: PASSWORD,
      newPassword: PASSWORD,
      revokeOtherSessions: true,
    })
    for (const answer of [signedIn, session, changed]) {
      const body = await answer.text()
      expect(JSON.parse(body)).toMatchObject({ user: { email: 'ana@example.com' } })
      expect(body).not.toContain('token')
    }
    expect(await ana.whoAmI()).toMatchObject({ email: 'ana@example.com' })
  })

  it('answers 404 to the library’s other paths, signed in or not', async () => {
    await using server = await startServer()
    const ana = server.browser()
    await ana.signIn('ana@example.com', PASSWORD)
    const account = { name: 'Eva', email: 'eva@example.com', password: PASSWORD }
    const answers = [
      await server.browser().post('/api/auth/sign-up/email', account),
      await ana.post('/api/auth/update-user', { name: 'Eva' }),
      await ana.post('/api/auth/revoke-sessions', {}),
      await ana.post('/api/auth/get-session', {}),
      await ana.get('/api/auth/list-sessions'),
      await ana.get('/api/auth/sign-out'),
      await ana.get('/api/auth/ok'),
    ]
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([404]))
    expect(await findAccount(server.db, 'eva@example.com')).toBeUndefined()
    expect(await ana.whoAmI()).toMatchObject({ name: 'ana' })
  })

  it('refuses a body far longer than any password with 413', async () => {
    await using server = await startServer()
    const answer = await server.browser().signIn('ana@example.com', 'x'.repeat(20_000))
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ code: 'BODY_TOO_LARGE' })
  })
})

describe('a new password', () => {
  it('ends every older session and leaves its own browser signed in', async () => {
    await using server = await startServer()
    const [here, there] = [server.browser(), server.browser()]
    await here.signIn('ana@example.com', PASSWORD)
    await there.signIn('ana@example.com', PASSWORD)
    const old = [await here.whoAmI(), await there.whoAmI()].map(who => who?.by.id)

    const answer = await here.post('/api/auth/change-password', {
      currentPassword: PASSWORD,
      newPassword: 'otra contraseña larga',
      revokeOtherSessions: true,
    })
    expect(answer.status).toBe(200)
    expect(new Set(server.ended)).toEqual(new Set(old))
    expect(await there.whoAmI()).toBeNull()
    expect(await here.whoAmI()).toMatchObject({ email: 'ana@example.com' })
  })
})

describe('guessing the password of one account', () => {
  it('is refused after ten failures, even with the right password', async () => {
    await using server = await startServer()
    const guesses = Array.from({ length: 15 }, () =>
      server.browser().signIn('ana@example.com', 'a guess'),
    )
    const statuses = (await Promise.all(guesses)).map(answer => answer.status)
    expect(statuses.filter(status => status === 401)).toHaveLength(10)
    expect(statuses.filter(status => status === 429)).toHaveLength(5)

    const answer = await server.browser().signIn('ana@example.com', PASSWORD)
    expect(answer.status).toBe(429)
    expect(await answer.json()).toMatchObject({
      code: 'TOO_MANY_ATTEMPTS',
      message: 'Demasiados intentos fallidos. Por favor, inténtalo más tarde.',
    })
  })

  it('does not lock out a browser in which the account has signed in before', async () => {
    await using server = await startServer()
    const known = server.browser()
    await known.signIn('ana@example.com', PASSWORD)
    await known.post('/api/auth/sign-out', {})
    await server.failures('ana@example.com', 10)

    expect((await known.signIn('ana@example.com', PASSWORD)).status).toBe(200)
    expect((await server.browser().signIn('ana@example.com', PASSWORD)).status).toBe(429)
  })

  it('is refused with the cookie of another account, and with a forged one', async () => {
    await using server = await startServer()
    await createAccount(server.db, draft('eva@example.com'), Date.now())
    const [evas, anas] = [server.browser(), server.browser()]
    await evas.signIn('eva@example.com', PASSWORD)
    await anas.signIn('ana@example.com', PASSWORD)
    await server.failures('ana@example.com', 10)

    expect((await evas.signIn('ana@example.com', PASSWORD)).status).toBe(429)
    anas.forge(name => name.includes('device'))
    expect((await anas.signIn('ana@example.com', PASSWORD)).status).toBe(429)
  })

  it('is refused alike for an e-mail without an account', async () => {
    await using server = await startServer()
    await server.failures('nobody@example.com', 10)
    expect((await server.browser().signIn('nobody@example.com', 'a guess')).status).toBe(429)
  })

  it('is allowed again after 15 minutes, or when the password is set', async () => {
    await using server = await startServer()
    await server.failures('ana@example.com', 10, Date.now() - 15 * MINUTE_MS)
    expect((await server.browser().signIn('ana@example.com', PASSWORD)).status).toBe(200)

    await server.failures('ana@example.com', 10)
    expect((await server.browser().signIn('ana@example.com', PASSWORD)).status).toBe(429)
    const account = await findAccount(server.db, 'ana@example.com')
    if (!account) throw new Error('the account is gone')
    await setPassword(server.db, account, PASSWORD, Date.now())
    expect((await server.browser().signIn('ana@example.com', PASSWORD)).status).toBe(200)
  })

  it('is counted only if it fails; a sign-in deletes expired failures', async () => {
    await using server = await startServer()
    await server.failures('nobody@example.com', 3, Date.now() - 16 * MINUTE_MS)
    await server.failures('ana@example.com', 2)
    await server.browser().signIn('ana@example.com', PASSWORD)
    await server.browser().signIn('ana@example.com', 'a guess')
    const rows = await server.db.selectFrom('sign_in_failures').select('email').execute()
    expect(rows.map(row => row.email)).toEqual(Array.from({ length: 3 }, () => 'ana@example.com'))
  })
})

describe('guessing the password with a stolen session', () => {
  const change = (browser: Browser, currentPassword: string, address: string) =>
    browser.post(
      '/api/auth/change-password',
      { currentPassword, newPassword: 'otra contraseña larga', revokeOtherSessions: true },
      { 'X-Forwarded-For': address },
    )

  it('is refused after ten failures from any address; the owner may sign in', async () => {
    await using server = await startServer({ trustProxy: 1 })
    const thief = server.browser()
    await thief.signIn('ana@example.com', PASSWORD)
    await server.failures((await thief.whoAmI())?.userId ?? '', 8)
    const guesses = Array.from({ length: 5 }, (_, n) => change(thief, 'a guess', `10.0.0.${n}`))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter(status => status === 400)).toHaveLength(2)
    expect(statuses.filter(status => status === 429)).toHaveLength(3)
    const refused = await change(thief, PASSWORD, '10.0.1.1')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('900')
    expect(await refused.json()).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
    expect((await server.browser().signIn('ana@example.com', PASSWORD)).status).toBe(200)
  })

  it('counts neither failed sign-ins nor too-short new passwords', async () => {
    await using server = await startServer({ trustProxy: 1 })
    await server.failures('ana@example.com', 9)
    const ana = server.browser()
    await ana.signIn('ana@example.com', PASSWORD)
    await server.failures('ana@example.com', 10)
    for (let n = 0; n < 11; n++) {
      const body = { currentPassword: PASSWORD, newPassword: 'short' }
      const from = { 'X-Forwarded-For': `10.0.0.${n}` }
      expect((await ana.post('/api/auth/change-password', body, from)).status).toBe(400)
    }
    expect((await change(ana, PASSWORD, '10.0.1.1')).status).toBe(200)
  })

  it('is allowed again when the password is set', async () => {
    await using server = await startServer()
    const account = await findAccount(server.db, 'ana@example.com')
    if (!account) throw new Error('the account is gone')
    await server.failures(account.id, 10)
    await setPassword(server.db, account, PASSWORD, Date.now())
    const ana = server.browser()
    await ana.signIn('ana@example.com', PASSWORD)
    expect((await change(ana, PASSWORD, '10.0.0.1')).status).toBe(200)
  })
})

describe('expired failures', () => {
  it('are deleted even if no sign-in succeeds', async () => {
    await using server = await startServer()
    for (let n = 0; n < 600; n++)
      await insertSignInFailure(server.db, `u${n}@example.com`, Date.now() - 16 * MINUTE_MS)
    await server.browser().signIn('nobody@example.com', 'a guess')
    const emails = async () =>
      (await server.db.selectFrom('sign_in_failures').select('email').execute()).map(
        ({ email }) => email,
      )
    await expect.poll(emails).toEqual(['nobody@example.com'])
  })
})

describe('guessing from one address', () => {
  it('is refused after twenty tries, whatever X-Forwarded-For says', async () => {
    await using server = await startServer()
    const statuses = await tryFromManyAddresses(server)
    expect(statuses.filter(status => status === 400)).toHaveLength(20)
    expect(statuses.filter(status => status === 429)).toHaveLength(2)
    const refused = await server.browser().signIn('no e-mail', 'a guess')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({
      message: 'Demasiados intentos. Espera un minuto y vuelve a intentarlo.',
    })
  })

  it('is counted by the address that a trusted proxy gives', async () => {
    await using server = await startServer({ trustProxy: 1 })
    const statuses = await tryFromManyAddresses(server)
    expect(statuses.filter(status => status === 400)).toHaveLength(22)
  })
})

/** An invalid e-mail is refused before a password is hashed, but counts as an attempt. */
function tryFromManyAddresses(server: Awaited<ReturnType<typeof startServer>>): Promise<number[]> {
  return Promise.all(
    Array.from({ length: 22 }, async (_, index) => {
      const headers = {
        'X-Forwarded-For': `198.51.100.${index}`,
        'X-Pregonero-Client-Address': `203.0.113.${index}`,
      }
      return (await server.browser().signIn('no e-mail', 'a guess', headers)).status
    }),
  )
}

const draft = (email: string) => ({ email, name: '', password: PASSWORD })

/** A server with one account, ana@example.com. */
async function startServer({ trustProxy = 0 } = {}) {
  const { db, ...store } = await openTestStore()
  await createAccount(db, draft('ana@example.com'), Date.now())
  const { app, log, logged, publicUrl, serve } = createTestRoutes({ trustProxy })
  const secretKey = 'a secret key of thirty-two letters'
  const ignore = async () => {}
  const auth = createAuth({
    db,
    keyRing: [secretKey],
    publicUrl,
    log,
    onNewBrowser: ignore,
    onCopiedSession: ignore,
  })
  const ended: string[] = []
  app.use('/api/*', ownCookies({ auth }))
  app.route(
    '/',
    signInRoutes({
      auth,
      db,
      passwordTurns: createPasswordTurns(),
      endStreams: id => ended.push(id),
    }),
  )
  const server = await serve()
  return {
    db,
    ended,
    logged,
    port: server.port,
    /** Sends the beginning of a sign-in, which the server has begun to read. */
    async begin(address: string) {
      const socket = connect(server.port, '127.0.0.1')
      socket.write(
        'POST /api/auth/sign-in/email HTTP/1.1\r\nHost: a\r\nContent-Length: 80\r\n' +
          `X-Forwarded-For: ${address}\r\nExpect: 100-continue\r\n\r\n`,
      )
      await once(socket, 'data')
      return socket
    },
    browser: (host = '127.0.0.1') => new Browser(`http://${host}:${server.port}`, auth),
    async failures(email: string, count: number, at = Date.now()) {
      for (let time = 0; time < count; time++) await insertSignInFailure(db, email, at)
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
    },
  }
}

/** A client that keeps cookies. */
class Browser {
  readonly #address: string
  readonly #auth: Auth
  readonly #cookies = new Map<string, string>()

  constructor(address: string, auth: Auth) {
    this.#address = address
    this.#auth = auth
  }

  signIn(email: string, password: string, headers: Record<string, string> = {}) {
    return this.post('/api/auth/sign-in/email', { email, password }, headers)
  }

  async post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const answer = await fetch(`${this.#address}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: this.#header(), ...headers },
      body: JSON.stringify(body),
    })
    for (const cookie of answer.headers.getSetCookie()) this.#keep(cookie)
    return answer
  }

  get(path: string): Promise<Response> {
    return fetch(`${this.#address}${path}`, { headers: { Cookie: this.#header() } })
  }

  whoAmI() {
    return this.#auth.readSignedIn(new Headers({ Cookie: this.#header() }))
  }

  cookieNames(): string[] {
    return [...this.#cookies.keys()]
  }

  forge(isMeant: (name: string) => boolean): void {
    for (const [name, value] of this.#cookies)
      if (isMeant(name)) this.#cookies.set(name, [...value].reverse().join(''))
  }

  #keep(cookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    if (/max-age=0/i.test(cookie)) this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }

  #header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}
