import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replacePasswordHash } from '#server/store/rows/accounts.ts'
import { passwordTexts } from '#shared/texts/sign-in.ts'
import { libraryHash } from '../support/library-hash.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { PASSWORD, signIn, signUp } from '../support/trader.ts'

let stage: TestApp
beforeAll(async () => {
  stage = await startTestApp({ registration: 'open' })
})
afterAll(() => stage[Symbol.asyncDispose]())

const post = (path: string, body: object, cookie = '') =>
  fetch(`${stage.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })

/** Passwords refused to marta.ruiz@example.com, each with its message. */
const refused = [
  ['corta', passwordTexts.tooShort],
  ['marta.ruiz@example.com', passwordTexts.guessable],
  ['Pregonero2026', passwordTexts.guessable],
  ['1q2w3e4r5t', passwordTexts.leaked],
  ['Usuckballz1', passwordTexts.leaked],
] as const

describe('a guessable password', () => {
  it('is refused at registration, naming its field', async () => {
    for (const [password, message] of refused) {
      const answer = await post('/registration', { email: 'marta.ruiz@example.com', password })
      expect([answer.status, await answer.json()]).toMatchObject([
        422,
        { code: 'INPUT_INVALID', data: { issues: [{ path: ['password'], message }] } },
      ])
    }
    expect(await stage.app.db.selectFrom('user').select('id').execute()).toEqual([])
  })

  it('is refused as a new password, without counting as a failed sign-in', async () => {
    const { cookie, email } = await signUp(stage, 'marta.ruiz')
    // The library allows three changes in ten seconds.
    for (const [newPassword, message] of refused.slice(-3)) {
      const change = { currentPassword: 'not this one', newPassword }
      const answer = await post('/auth/change-password', change, cookie)
      const refusal = { code: 'NEW_PASSWORD_REFUSED', message }
      expect([answer.status, await answer.json()]).toEqual([400, refusal])
    }
    expect(await stage.app.db.selectFrom('sign_in_failures').selectAll().execute()).toEqual([])
    await signIn(stage.url, email)
  })

  it('still signs in to an account that already has it', async () => {
    const { email } = await signUp(stage, 'antigua')
    await setHash(email, libraryHash('corta'))
    await signIn(stage.url, email, 'corta')
  })
})

describe('an outdated password hash', () => {
  it('is renewed by the next right password, not by a wrong one', async () => {
    const { email } = await signUp(stage, 'leo')
    const old = libraryHash(PASSWORD)
    await setHash(email, old)
    await expect(signIn(stage.url, email, 'not this one')).rejects.toThrow('401')
    expect(await hashOf(email)).toBe(old)
    await Promise.all([signIn(stage.url, email), signIn(stage.url, email)])
    const anew = await hashOf(email)
    expect(anew).toMatch(/^\$scrypt\$/)
    await signIn(stage.url, email)
    expect(await hashOf(email)).toBe(anew)
  })

  it('is not renewed over a password that was chosen meanwhile', async () => {
    const { email } = await signUp(stage, 'noa')
    const old = await hashOf(email)
    await setHash(email, 'of another password')
    await replacePasswordHash(stage.app.db, old, 'of the old password')
    expect(await hashOf(email)).toBe('of another password')
  })
})

it('the password confirmation allows ten tries in 15 minutes', async () => {
  const { cookie, email } = await signUp(stage, 'eva')
  const again = (password: string) => post('/auth/verify-password', { password }, cookie)
  const guesses = await Promise.all(Array.from({ length: 12 }, () => again('a guess')))
  const statuses = guesses.map(({ status }) => status)
  expect(statuses.filter(status => status === 400)).toHaveLength(10)
  expect(statuses.filter(status => status === 429)).toHaveLength(2)
  const right = await again(PASSWORD)
  expect([right.status, await right.json()]).toMatchObject([429, { code: 'TOO_MANY_ATTEMPTS' }])
  await signIn(stage.url, email)
})

const accountOf = (email: string) =>
  stage.app.db
    .selectFrom('account')
    .innerJoin('user', 'user.id', 'account.userId')
    .select(['account.id', 'password'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()

const hashOf = async (email: string): Promise<string> => (await accountOf(email)).password ?? ''

async function setHash(email: string, password: string): Promise<void> {
  const { id } = await accountOf(email)
  await stage.app.db.updateTable('account').set({ password }).where('id', '=', id).execute()
}
