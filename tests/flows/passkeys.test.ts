import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { removeAccount } from '#server/store/account/account.ts'
import { forDatabase } from '#server/store/engine/dialect.ts'
import { findAccount } from '#server/store/rows/accounts.ts'
import { MAX_PASSKEYS } from '#shared/limits.ts'
import { Authenticator, cbor, type Forgery } from '../support/authenticator.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { apiOf, signUp, startSession } from '../support/trader.ts'

let stage: TestApp
beforeAll(async () => {
  stage = await startTestApp({ trustProxy: 1 })
})
afterAll(() => stage[Symbol.asyncDispose]())

describe('a passkey', () => {
  it('is created in a session, and signs in on another browser', async () => {
    const { browser, authenticator, email, api } = await withPasskey('ana')
    expect(await api.passkeys.list()).toMatchObject([
      { name: 'Firefox en Linux', lastUsedAt: null },
    ])

    const elsewhere = new Browser()
    const answer = await elsewhere.signIn(authenticator)
    expect(answer.status).toBe(200)
    const user = await findAccount(stage.app.db, email)
    expect(await answer.json()).toEqual({ user: { id: user?.id } })
    expect(await elsewhere.api.profile.read()).toMatchObject({ email })
    expect(await browser.api.profile.read()).toMatchObject({ email })
    const [used] = await api.passkeys.list()
    expect(Date.parse(used?.lastUsedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })

  it('is requested with user verification and without an account name', async () => {
    const { browser } = await withPasskey('bea')
    const { body: made } = await browser.options('register')
    expect(made).toMatchObject({
      rp: { id: '127.0.0.1', name: 'Pregonero' },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'required', residentKey: 'required' },
    })
    const { body: used } = await new Browser().options('authenticate')
    expect(used).toMatchObject({ rpId: '127.0.0.1', userVerification: 'required' })
    expect(used).not.toHaveProperty('allowCredentials')
  })

  it('may lack a signature counter', async () => {
    const { authenticator } = await withPasskey('carla', { counts: false })
    for (let n = 0; n < 2; n++) expect((await new Browser().signIn(authenticator)).status).toBe(200)
  })

  it('can be renamed, and stops signing in once it is removed', async () => {
    const { api, authenticator, email } = await withPasskey('dora')
    const [passkey] = await api.passkeys.list()
    const id = passkey?.id ?? ''
    await api.passkeys.rename({ id, name: 'El móvil' })
    expect(await api.passkeys.list()).toMatchObject([{ id, name: 'El móvil' }])
    const signedIn = new Browser()
    await signedIn.signIn(authenticator)
    const begun = await signedIn.begin(authenticator)

    await api.passkeys.remove({ id })
    expect(await api.passkeys.list()).toEqual([])
    for (const answer of [
      await new Browser().signIn(authenticator),
      await signedIn.finish(begun),
    ]) {
      expect(answer.status).toBe(401)
      expect(await answer.json()).toMatchObject({ code: 'PASSKEY_NOT_FOUND' })
    }
    expect((await (await anew(email)).make(authenticator)).status).toBe(200)
    const { items } = await api.accountEvents.list({})
    expect(items.map(({ kind, detail }) => [kind, detail])).toEqual(
      expect.arrayContaining([
        ['passkey-added', 'Firefox en Linux'],
        ['passkey-removed', 'El móvil'],
      ]),
    )
  })

  it('is removed with its account', async () => {
    const { authenticator, email } = await withPasskey('elsa')
    const begun = new Browser()
    const answer = await begun.begin(authenticator)
    const account = await findAccount(stage.app.db, email)
    if (account) await removeAccount(stage.app.db, account)
    expect((await begun.finish(answer)).status).toBe(401)
    expect((await new Browser().signIn(authenticator)).status).toBe(401)
  })
})

describe('a signed-in session', () => {
  const rowOf = async (email: string) =>
    stage.app.db
      .selectFrom('session')
      .innerJoin('user', 'user.id', 'session.userId')
      .select(['session.id', 'authenticatedAt', 'reference'])
      .where('email', '=', email)
      .execute()

  it('is confirmed by a passkey, and gets a new reference', async () => {
    const { browser, authenticator, email } = await withPasskey('nadia')
    await stage.app.db
      .updateTable('session')
      .set({ authenticatedAt: Date.now() - 3_600_000 })
      .where('id', '=', (await rowOf(email))[0]?.id ?? '')
      .execute()
    expect((await browser.options('register')).status).toBe(403)
    await expect(browser.api.data.exportAll()).rejects.toMatchObject({
      code: 'REAUTHENTICATION_REQUIRED',
    })
    const before = await rowOf(email)
    expect((await browser.signIn(authenticator)).status).toBe(200)
    const after = await rowOf(email)
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(after[0]?.reference).not.toBe(before[0]?.reference)
    await browser.api.data.exportAll()
  })

  it('allows only passkeys of its own account', async () => {
    const { browser, authenticator } = await withPasskey('noa')
    const { body } = await browser.options('authenticate')
    expect(body.allowCredentials).toMatchObject(authenticator.ids.map(id => ({ id })))
  })

  it('stays unconfirmed when a passkey is refused', async () => {
    const { browser, authenticator, email } = await withPasskey('nora')
    const before = await rowOf(email)
    for (const forgery of [{ isVerified: false }, { origin: 'https://example.com' }])
      expect((await browser.signIn(authenticator, forgery)).ok).toBe(false)
    expect(await rowOf(email)).toEqual(before)
  })

  it('gets a new reference when a passkey is added or removed', async () => {
    const { cookie, email } = await signUp(stage, 'nuria')
    const browser = new Browser(cookie)
    const references = [(await rowOf(email))[0]?.reference]
    await browser.make(new Authenticator(stage.url))
    references.push((await rowOf(email))[0]?.reference)
    const [passkey] = await browser.api.passkeys.list()
    await browser.api.passkeys.remove({ id: passkey?.id ?? '' })
    references.push((await rowOf(email))[0]?.reference)
    expect(new Set(references).size).toBe(3)
  })
})

describe('a passkey assertion is refused', () => {
  it.each<[what: string, Forgery]>([
    ['on another site', { origin: 'https://pregonero.example.com' }],
    ['for another host', { rpId: 'example.com' }],
    ['without its user being verified', { isVerified: false }],
    ['as another kind of answer', { type: 'webauthn.create' }],
    ['with a count that is not higher', { counter: 1 }],
  ])('%s', async (what, forgery) => {
    const { authenticator } = await withPasskey(`forged ${what}`.replaceAll(' ', '-'))
    expect((await new Browser().signIn(authenticator)).status).toBe(200)
    const stranger = new Browser()
    const answer = await stranger.signIn(authenticator, forgery)
    expect([400, 401]).toContain(answer.status)
    await expect(stranger.api.profile.read()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect((await new Browser().signIn(authenticator)).status).toBe(200)
  })

  it('from a page under another host name of this server', async () => {
    const { authenticator } = await withPasskey('page-elsewhere')
    const elsewhere = stage.url.replace('127.0.0.1', 'localhost')
    const browser = new Browser()
    const response = await browser.begin(authenticator, undefined, { origin: elsewhere })
    const answer = await browser.send('verify-authentication', { response }, elsewhere)
    expect(answer.status).toBe(400)
  })

  it('when it is repeated, in turn or concurrently', async () => {
    for (const counts of [true, false]) {
      const { authenticator, api } = await withPasskey(`twice-${counts}`, { counts })
      const before = (await api.sessions.list()).length
      const browser = new Browser()
      const answer = await browser.begin(authenticator)
      const kept = browser.copy()
      const atOnce = Array.from({ length: 5 }, () => browser.copy().finish(answer))
      const statuses = (await Promise.all(atOnce)).map(({ status }) => status)
      expect(statuses.filter(status => status === 200)).toHaveLength(1)
      expect((await kept.finish(answer)).status).not.toBe(200)
      expect(await api.sessions.list()).toHaveLength(before + 1)
    }
  })

  it('in another browser, for another challenge, or after five minutes', async () => {
    const { authenticator } = await withPasskey('fina')
    const [here, there] = [new Browser(), new Browser()]
    const answer = await here.begin(authenticator)
    expect((await new Browser().finish(answer)).status).toBe(400)
    await there.begin(authenticator)
    expect((await there.finish(answer)).status).toBe(400)

    const late = await here.begin(authenticator)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 })
    try {
      const refused = await here.finish(late)
      expect([refused.status, await refused.json()]).toEqual([
        400,
        expect.objectContaining({ code: 'CHALLENGE_NOT_FOUND' }),
      ])
    } finally {
      vi.useRealTimers()
    }
  })

  it('when it answers a registration challenge, and vice versa', async () => {
    const { browser, authenticator } = await withPasskey('gala')
    const { body } = await browser.options('register')
    const used = authenticator.get({ challenge: body.challenge, rpId: '127.0.0.1' })
    expect((await browser.finish(used)).status).toBe(400)
    const { body: options } = await browser.options('authenticate')
    const made = new Authenticator(stage.url).create({ ...body, challenge: options.challenge })
    expect((await browser.send('verify-registration', { name: 'x', response: made })).status).toBe(
      400,
    )
  })

  it('from another account’s passkey in a signed-in browser', async () => {
    const [hers, his] = [await withPasskey('hilda'), await withPasskey('hugo')]
    const answer = await hers.browser.finish(await hers.browser.begin(his.authenticator, null))
    expect(answer.status).toBe(403)
    expect(await hers.browser.api.profile.read()).toMatchObject({ email: hers.email })
    expect(answer.headers.getSetCookie().join()).not.toContain('session_token')
  })
})

it('a passkey that is removed while it signs in leaves no session', async () => {
  const { authenticator, api } = await withPasskey('greta')
  const before = (await api.sessions.list()).length
  const browser = new Browser()
  const begun = await browser.begin(authenticator)
  const answer = await removing('passkey', { asIn: 'session' }, () => browser.finish(begun))
  expect([answer.status, await answer.json()]).toEqual([
    401,
    expect.objectContaining({ code: 'PASSKEY_REFUSED' }),
  ])
  await expect(browser.api.profile.read()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(await api.passkeys.list()).toEqual([])
  expect(await api.sessions.list()).toHaveLength(before)
})

describe('a new passkey is refused', () => {
  it.each<[what: string, Forgery]>([
    ['from another site', { origin: 'https://pregonero.example.com' }],
    ['of another host', { rpId: 'example.com' }],
    ['whose user was not verified', { isVerified: false }],
    ['with an attestation, which would have the server ask whom it names', attested()],
    ['with an id that is too long', { id: randomBytes(1_100).toString('base64url') }],
  ])('%s', async (what, forgery) => {
    const { cookie, api } = await signUp(stage, what.replaceAll(/[ ,]+/g, '-'))
    const answer = await new Browser(cookie).make(new Authenticator(stage.url), forgery)
    expect([400, 401]).toContain(answer.status)
    expect(await api.passkeys.list()).toEqual([])
  })

  it('with the id of another account’s passkey, which keeps working', async () => {
    const { authenticator, email } = await withPasskey('irene')
    const thief = new Browser((await signUp(stage, 'ivan')).cookie)
    const [id = ''] = authenticator.ids
    const answer = await thief.make(new Authenticator(stage.url), { id })
    expect([answer.status, await answer.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'PASSKEY_TAKEN' }),
    ])
    const browser = new Browser()
    await browser.signIn(authenticator)
    expect(await browser.api.profile.read()).toMatchObject({ email })
  })

  it('for a challenge that another account requested', async () => {
    const [hers, his] = [await signUp(stage, 'julia'), await signUp(stage, 'julio')]
    const browser = new Browser(hers.cookie)
    const { body } = await browser.options('register')
    const response = new Authenticator(stage.url).create(body)
    browser.signedInBy(his.cookie)
    const answer = await browser.send('verify-registration', { name: 'x', response })
    expect(answer.status).toBe(401)
    for (const { api } of [hers, his]) expect(await api.passkeys.list()).toEqual([])
  })

  it('beyond twenty, even when created concurrently', async () => {
    const { cookie, email } = await signUp(stage, 'karla')
    const browser = new Browser(cookie)
    const make = () => browser.make(new Authenticator(stage.url))
    for (let n = 0; n < MAX_PASSKEYS - 2; n++) expect((await make()).status).toBe(200)
    const others = await Promise.all(Array.from({ length: 6 }, () => anew(email)))
    const atOnce = others.map(other => other.make(new Authenticator(stage.url)))
    const statuses = (await Promise.all(atOnce)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 409]))
    expect(await browser.api.passkeys.list()).toHaveLength(MAX_PASSKEYS)
    expect((await make()).status).toBe(409)
  })

  it('if its session is ended meanwhile', async () => {
    const { cookie, email } = await signUp(stage, 'lina')
    const answer = await removing('session', { asIn: 'passkey' }, () =>
      new Browser(cookie).make(new Authenticator(stage.url)),
    )
    expect(answer.status).toBe(401)
    const { api } = await anew(email)
    expect(await api.passkeys.list()).toEqual([])
  })

  it('from strangers; an accepted one begins no session', async () => {
    expect((await new Browser().options('register')).status).toBe(401)
    const { cookie, api } = await signUp(stage, 'lola')
    const browser = new Browser(cookie)
    const { body } = await browser.options('register')
    const response = new Authenticator(stage.url).create(body)
    const sent = { name: 'x', response, createSession: true }
    expect((await new Browser().send('verify-registration', sent)).status).toBe(401)
    const before = await api.sessions.list()
    const answer = await browser.send('verify-registration', sent)
    expect(Object.keys(await answer.json())).toEqual(['id', 'name'])
    expect(await api.sessions.list()).toHaveLength(before.length)
  })
})

describe('strangers', () => {
  it('may request any number of challenges, which are not stored', async () => {
    const rows = async () =>
      JSON.stringify(
        await Promise.all(
          (['verification', 'rateLimit'] as const).map(table =>
            stage.app.db
              .withTables<{ verification: object }>()
              .selectFrom(table)
              .select(({ fn }) => fn.countAll().as('count'))
              .execute(),
          ),
        ),
      )
    const before = await rows()
    await Promise.all(Array.from({ length: 30 }, () => new Browser().options('authenticate')))
    expect(await rows()).toBe(before)
  })

  it('are refused with malformed assertions', async () => {
    const response = (id: unknown) => ({
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
    })
    const bodies = [
      ...[null, [], 'x', {}, { response: null }, { response: [] }, { response: {} }],
      ...['x', '', 'ñ', 'x'.repeat(1_400), { $ne: '' }, ['x'], 7, null].map(id => ({
        response: response(id),
      })),
    ]
    for (const body of bodies) {
      const browser = new Browser()
      await browser.options('authenticate')
      expect([400, 401]).toContain((await browser.send('verify-authentication', body)).status)
    }
    const browser = new Browser()
    const huge = await browser.send('verify-authentication', { response: 'x'.repeat(20_000) })
    expect(huge.status).toBe(413)
  })

  it('are throttled after twenty answers of a network in a minute', async () => {
    const browser = new Browser()
    const statuses: number[] = []
    for (let n = 0; n < 21; n++)
      statuses.push((await browser.send('verify-authentication', {})).status)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429])
  })

  it('get 404 from the library’s other paths, even signed in', async () => {
    const { cookie } = await signUp(stage, 'mara')
    const browser = new Browser(cookie)
    for (const path of ['list-user-passkeys', 'delete-passkey', 'update-passkey']) {
      expect((await browser.get(path)).status).toBe(404)
      expect((await browser.send(path, { id: 'x', name: 'x' })).status).toBe(404)
    }
  })
})

/** Empties one table as a row is inserted into another, as if the operator set a password meanwhile. */
async function removing<T>(
  emptied: string,
  { asIn }: { asIn: string },
  work: () => Promise<T>,
): Promise<T> {
  const { db } = stage.app
  const [begin, end] = forDatabase(db, {
    sqlite: [
      `create trigger removing before insert on "${asIn}" begin delete from "${emptied}"; end`,
      'drop trigger removing',
    ],
    postgres: [
      `create rule removing as on insert to "${asIn}" do also delete from "${emptied}"`,
      `drop rule removing on "${asIn}"`,
    ],
  })
  await sql.raw(begin).execute(db)
  return await work().finally(() => sql.raw(end).execute(db))
}

/** An Android attestation: the library knows its roots and would look up its certificates. */
function attested(): Forgery {
  const statement = new Map<string, unknown>([
    ['alg', -7],
    ['sig', Buffer.alloc(70)],
    ['x5c', [Buffer.alloc(300)]],
  ])
  return { attestation: { format: 'android-key', statement: cbor(statement) } }
}

/** An account with one passkey. */
async function withPasskey(name: string, how?: { counts: boolean }) {
  const { cookie, email } = await signUp(stage, name)
  const browser = new Browser(cookie)
  const authenticator = new Authenticator(stage.url, how)
  const made = await browser.make(authenticator)
  expect(made.status).toBe(200)
  return { browser, authenticator, email, api: browser.api }
}

/** A browser with another session of the account. */
const anew = async (email: string) =>
  new Browser(await startSession({ ...stage, db: stage.app.db }, email))

let browsers = 0

/** Keeps cookies, has its own address, and makes the dashboard's calls for passkeys. */
class Browser {
  readonly #cookies = new Map<string, string>()
  readonly #address: string

  constructor(cookie = '', address = `10.0.${browsers >> 8}.${browsers++ & 255}`) {
    this.#address = address
    this.signedInBy(cookie)
  }

  get api() {
    return apiOf(stage.url, this.#header)
  }

  copy(): Browser {
    return new Browser(this.#header, this.#address)
  }

  signedInBy(cookies: string): void {
    for (const cookie of cookies.split('; ').filter(Boolean)) this.#keep(cookie)
  }

  async options(what: 'register' | 'authenticate') {
    const answer = await this.get(`generate-${what}-options`)
    return { status: answer.status, body: await answer.json() }
  }

  async make(authenticator: Authenticator, forgery?: Forgery): Promise<Response> {
    const { body } = await this.options('register')
    const response = authenticator.create(body, forgery)
    return this.send('verify-registration', { name: 'Firefox en Linux', response })
  }

  /** @param allowed null: any passkey, even one that the server does not allow */
  async begin(authenticator: Authenticator, allowed?: null, forgery?: Forgery) {
    const { body } = await this.options('authenticate')
    return authenticator.get(allowed === null ? { ...body, allowCredentials: [] } : body, forgery)
  }

  finish(response: unknown): Promise<Response> {
    return this.send('verify-authentication', { response })
  }

  async signIn(authenticator: Authenticator, forgery?: Forgery): Promise<Response> {
    return this.finish(await this.begin(authenticator, undefined, forgery))
  }

  async get(path: string): Promise<Response> {
    return this.#kept(
      await fetch(`${stage.url}/api/auth/passkey/${path}`, { headers: this.#headers }),
    )
  }

  async send(path: string, body: unknown, url = stage.url): Promise<Response> {
    return this.#kept(
      await fetch(`${url}/api/auth/passkey/${path}`, {
        method: 'POST',
        headers: { ...this.#headers, 'content-type': 'application/json', origin: url },
        body: JSON.stringify(body),
      }),
    )
  }

  get #headers() {
    return { cookie: this.#header, 'x-forwarded-for': this.#address }
  }

  get #header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  #kept(answer: Response): Response {
    for (const cookie of answer.headers.getSetCookie()) this.#keep(cookie)
    return answer
  }

  #keep(cookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    if (/max-age=0/i.test(cookie)) this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }
}
