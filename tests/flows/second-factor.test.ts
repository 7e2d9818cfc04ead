import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setPassword } from '#server/accounts/manage-accounts.ts'
import { findAccount } from '#server/store/rows/accounts.ts'
import {
  codeOf,
  firstStep,
  giveSecondFactor,
  secondStep,
  turnOnSecondFactor,
} from '../support/second-factor.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { apiOf, cookieOf, PASSWORD, signIn, signUp, startSession } from '../support/trader.ts'

let stage: TestApp
beforeAll(async () => {
  stage = await startTestApp()
})
afterAll(() => stage[Symbol.asyncDispose]())
// All requests of these tests come from one address.
beforeEach(() => stage.app.db.deleteFrom('rateLimit').execute())

const step = (cookie: string, typed: Parameters<typeof secondStep>[2]) =>
  secondStep(stage.url, cookie, typed)

/** @returns status and code of the answer */
async function told(answer: Response): Promise<[number, string | undefined]> {
  return [answer.status, (await answer.json()).code]
}

const place = () => ({ ...stage, db: stage.app.db })

const passwordWasRight = (email: string) => firstStep(place(), email)

/** An account with a second factor; `first` has the cookies after the password step. */
async function guarded(name: string) {
  const trader = await signUp(stage, name)
  const factor = await giveSecondFactor(place(), trader.email)
  return { ...trader, ...factor, first: await passwordWasRight(trader.email) }
}

/** Lets a code serve again. */
const forgetSteps = () => stage.app.db.updateTable('second_factors').set({ last_step: 0 }).execute()

const isSignedIn = async (cookie: string) =>
  (await fetch(`${stage.url}/api/profile`, { headers: { cookie } })).status === 200

describe('signing in with a second factor', () => {
  it('takes two steps, the second with the cookie of the first', async () => {
    const { secret, email } = await guarded('ana')
    const first = await signIn(stage.url, email)
    expect(first).toContain('session_token=;')
    expect(first).toContain('second_step=')
    expect(first).not.toContain('device_')
    expect(await isSignedIn(first)).toBe(false)

    const answer = await step(first, { code: codeOf(secret, 1) })
    expect(answer.status).toBe(200)
    expect(await answer.text()).not.toContain('token')
    const cookie = cookieOf(answer)
    expect(await apiOf(stage.url, cookie).profile.read()).toMatchObject({ email })
    expect(cookie).toContain('second_step=;')
    expect(cookie).toContain('device_')
    expect(await failures(email)).toBe(0)
  })

  it('stores neither verification nor session after the password step', async () => {
    const { email, api } = await guarded('eva')
    for (let n = 0; n < 2; n++) await signIn(stage.url, email)
    expect((await sql`select * from verification`.execute(stage.app.db)).rows).toEqual([])
    expect(await api.sessions.list()).toHaveLength(1)
  })

  it('accepts a code once, even in a race, and no older one after it', async () => {
    const { first, secret } = await guarded('leo')
    expect(await told(await step(first, { code: codeOf(secret) }))).toEqual([401, 'CODE_USED'])
    const code = codeOf(secret, 1)
    const race = await Promise.all(Array.from({ length: 8 }, () => step(first, { code })))
    expect(race.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(401)])
    expect(await told(await step(first, { code }))).toEqual([401, 'CODE_USED'])
    expect(await told(await step(first, { code: codeOf(secret) }))).toEqual([401, 'CODE_USED'])
  })

  it('accepts a recovery code once, even in a race', async () => {
    const { first, recoveryCodes, api } = await guarded('noa')
    const [recoveryCode = '', other = ''] = recoveryCodes
    const race = await Promise.all(Array.from({ length: 8 }, () => step(first, { recoveryCode })))
    expect(race.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(401)])
    expect(await told(await step(first, { recoveryCode }))).toEqual([401, 'RECOVERY_CODE_WRONG'])
    expect((await api.secondFactor.read()).recoveryCodesLeft).toBe(9)

    await api.secondFactor.makeRecoveryCodes()
    expect((await step(first, { recoveryCode: other })).status).toBe(401)
  })

  it('accepts only the six digits of the account’s own app as a code', async () => {
    const { first } = await guarded('zoe')
    const { secret } = await guarded('pia')
    for (const code of ['', '12345', 'abcdef', '１２３４５６', codeOf(secret, 1)])
      expect(await told(await step(first, { code }))).toEqual([401, 'CODE_WRONG'])
    for (const typed of [{}, { code: 'x'.repeat(17) }, { code: '123456', recoveryCode: '' }])
      expect((await step(first, typed as { code: string })).status).toBe(400)
  })
})

describe('a pending sign-in', () => {
  it('is bound to one account, and is refused if it is forged or extended', async () => {
    const ana = await guarded('ines')
    const eva = await guarded('olga')
    expect((await step('', { code: codeOf(eva.secret, 1) })).status).toBe(401)
    const [anas, evas] = [ana, eva].map(({ first }) => /second_step=([^;]+)/.exec(first)?.[1] ?? '')
    const id = (mark = '') => mark.slice(0, mark.indexOf('.'))
    const forged = ana.first.replace(id(anas), id(evas))
    expect(await told(await step(forged, { code: codeOf(eva.secret, 1) }))).toEqual([
      401,
      'SECOND_STEP_OVER',
    ])
    expect(await told(await step(ana.first, { code: codeOf(eva.secret, 1) }))).toEqual([
      401,
      'CODE_WRONG',
    ])
    const longer = ana.first.replace(/\.(\d{13})\./, (_, until) => `.${Number(until) + 1}.`)
    expect(await told(await step(longer, { code: codeOf(ana.secret, 1) }))).toEqual([
      401,
      'SECOND_STEP_OVER',
    ])
  })

  it('ends when its second factor or its password changes', async () => {
    const { api, first, email, secret } = await guarded('rita')
    await api.secondFactor.turnOff()
    const [code, over] = [codeOf(secret, 1), 'SECOND_STEP_OVER']
    expect(await told(await step(first, { code }))).toEqual([401, over])
    await giveSecondFactor(place(), email)
    expect(await told(await step(first, { code }))).toEqual([401, over])

    const again = await passwordWasRight(email)
    const account = await findAccount(stage.app.db, email)
    if (!account) throw new Error('the account is gone')
    await setPassword(stage.app.db, account, 'otra contraseña larga', Date.now())
    expect(await told(await step(again, { code }))).toEqual([401, over])
  })

  it('leaves another account’s session in place until it is completed', async () => {
    const { first, secret, email } = await guarded('ruth')
    const other = await signUp(stage, 'otra')
    const both = `${other.cookie}; ${first}`
    expect((await step(both, { code: '000000' })).status).toBe(401)
    expect(await other.api.profile.read()).toMatchObject({ email: other.email })
    const cookie = cookieOf(await step(both, { code: codeOf(secret, 1) }))
    expect(await apiOf(stage.url, cookie).profile.read()).toMatchObject({ email })
  })
})

describe('guessing', () => {
  it('is refused after 20 codes in a day, across sign-ins, and 50 in a known browser', async () => {
    const { first, secret, email, recoveryCodes } = await guarded('sara')
    const known = cookieOf(await step(first, { code: codeOf(secret, 1) }))
    const device = /[^ ;]*device_[^;]+/.exec(known)?.[0] ?? ''
    await forgetSteps()
    await tried(email, { tries: 18 })
    const another = await passwordWasRight(email)
    const wrong = [first, another, first].map(cookie => step(cookie, { code: '000000' }))
    const statuses = (await Promise.all(wrong)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([401, 401, 429])
    const refused = await step(another, { code: codeOf(secret) })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3_600)
    expect(await told(refused)).toEqual([429, 'TOO_MANY_CODES'])

    const own = `${another}; ${device}`
    expect((await step(own, { code: codeOf(secret) })).status).toBe(200)
    await tried(email, { known_tries: 50 })
    expect((await step(own, { code: codeOf(secret, 1) })).status).toBe(429)
    expect((await step(first, { recoveryCode: recoveryCodes[0] ?? '' })).status).toBe(200)
  })

  it('may go on a day later, or after the clock was set back', async () => {
    const { first, secret, email } = await guarded('vera')
    await tried(email, { tries: 20, tries_since: Date.now() - 24 * 3_600_000 })
    expect((await step(first, { code: codeOf(secret, 1) })).status).toBe(200)
    await tried(email, { tries: 20, tries_since: Date.now() + 3_600_000 })
    expect(await told(await step(first, { code: '000000' }))).toEqual([401, 'CODE_WRONG'])
    const row = await stage.app.db
      .selectFrom('second_factors')
      .innerJoin('user', 'user.id', 'user_id')
      .select('tries')
      .where('email', '=', email)
      .executeTakeFirst()
    expect(row?.tries).toBe(1)
  })
})

describe('switching a second factor on', () => {
  it('ends all other sessions, and says since when it is on', async () => {
    const { api, email } = await signUp(stage, 'gala')
    const other = await startSession(place(), email)
    expect(await api.secondFactor.read()).toEqual({ since: null, recoveryCodesLeft: 0 })
    const begun = Date.now()
    await turnOnSecondFactor(api)
    expect(await isSignedIn(other)).toBe(false)
    const { since, recoveryCodesLeft } = await api.secondFactor.read()
    expect(Date.parse(since ?? '')).toBeGreaterThanOrEqual(begun)
    expect(recoveryCodesLeft).toBe(10)
  })

  it('gives this browser a new session reference', async () => {
    const { cookie, api } = await signUp(stage, 'nina')
    const { secret, setUp } = await api.secondFactor.setUp()
    const post = async (method: string, path: string, body: object) => {
      const answer = await fetch(`${stage.url}/api/second-factor${path}`, {
        method,
        headers: { 'content-type': 'application/json', origin: stage.url, cookie },
        body: JSON.stringify(body),
      })
      return [answer.ok, cookieOf(answer).includes('session_token=')]
    }
    expect(await post('POST', '', { setUp, code: codeOf(secret) })).toEqual([true, true])
    await expect.poll(() => api.profile.read()).toMatchObject({ name: 'nina' })
  })

  it('explains a wrong code, and leaves the factor off', async () => {
    const { api } = await signUp(stage, 'lola')
    const { secret, setUp } = await api.secondFactor.setUp()
    await expect(api.secondFactor.turnOn({ setUp, code: '000000' })).rejects.toMatchObject({
      code: 'CODE_WRONG',
      message: 'Ese código no es correcto. Mira que tu móvil tenga la hora automática.',
    })
    await expect(
      api.secondFactor.turnOn({ setUp, code: codeOf(secret, -20) }),
    ).rejects.toMatchObject({ code: 'CODE_WRONG', message: expect.stringContaining('atrasado') })
    expect((await api.secondFactor.read()).since).toBeNull()
  })
})

it('after a second factor was switched off, the password alone signs in', async () => {
  const { api, email } = await guarded('yara')
  await api.secondFactor.turnOff()
  expect(await isSignedIn(await signIn(stage.url, email, PASSWORD))).toBe(true)
  const again = apiOf(stage.url, await startSession(place(), email))
  for (const call of [again.secondFactor.turnOff, again.secondFactor.makeRecoveryCodes])
    await expect(call()).rejects.toMatchObject({ code: 'SECOND_FACTOR_OFF' })
})

/** Sets an account's counts of tried codes, by default for a day that has just begun. */
const tried = (email: string, counted: Record<string, number>) => {
  const now = Date.now() - 60_000
  return stage.app.db
    .updateTable('second_factors')
    .set({ tries_since: now, known_tries_since: now, ...counted })
    .where('user_id', '=', eb => eb.selectFrom('user').select('id').where('email', '=', email))
    .execute()
}

async function failures(email: string): Promise<number> {
  const rows = await stage.app.db
    .selectFrom('sign_in_failures')
    .selectAll()
    .where('email', '=', email)
    .execute()
  return rows.length
}
