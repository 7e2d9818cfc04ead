import { describe, expect, it } from 'vitest'
import { removeAccount } from '#server/store/account/account.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { listAccounts } from '#server/store/rows/accounts.ts'
import { openTestStore } from '../../../tests/support/test-place.ts'
import { accountByEmail, createAccount, EmailTakenError } from './manage-accounts.ts'
import { createPasswordTurns } from './passwords/password-turns.ts'
import {
  createRegistration,
  RegistrationClosedError,
  TooManyRegistrationsError,
} from './registration.ts'

const ana = { email: 'ana@example.com', name: 'Ana', password: 'una contraseña larga' }
const eva = { email: 'eva@example.com', name: 'Eva', password: 'una contraseña larga' }

describe('the first account', () => {
  it('is created once, with the registration code', async () => {
    await using store = await openTestStore()
    const registration = await registrationOf(store.db)
    const code = registration.code ?? ''
    expect(code).toMatch(/^[\w-]{32}$/)
    expect(await registration.allowed()).toBe('with-code')

    for (const wrong of [undefined, '', `${code}x`, code.slice(1)])
      await expect(registration.register({ ...ana, code: wrong }, HOME)).rejects.toBeInstanceOf(
        RegistrationClosedError,
      )
    await registration.register({ ...ana, code }, HOME)
    expect(await registration.allowed()).toBe('closed')
    await expect(registration.register({ ...eva, code }, HOME)).rejects.toBeInstanceOf(
      RegistrationClosedError,
    )
    expect(await listAccounts(store.db)).toHaveLength(1)
  })

  it('is created once when two requests use the code at the same time', async () => {
    await using store = await openTestStore()
    const registration = await registrationOf(store.db)
    const code = registration.code ?? ''
    const outcomes = await Promise.allSettled([
      registration.register({ ...ana, code }, HOME),
      registration.register({ ...eva, code }, HOME),
    ])
    expect(outcomes.map(outcome => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(outcome => outcome.status === 'rejected')?.reason).toBeInstanceOf(
      RegistrationClosedError,
    )
    expect(await listAccounts(store.db)).toHaveLength(1)
  })

  it('closes registration also when created outside the server', async () => {
    await using store = await openTestStore()
    const registration = await registrationOf(store.db)
    await createAccount(store.db, ana, Date.now())
    expect(await registration.allowed()).toBe('closed')
  })
})

describe('a start that finds accounts', () => {
  it('makes no code, and refuses to register even after all accounts are removed', async () => {
    await using store = await openTestStore()
    await createAccount(store.db, ana, Date.now())
    const registration = await registrationOf(store.db)
    expect(registration.code).toBeNull()
    await removeAccount(store.db, await accountByEmail(store.db, ana.email))
    // The next start creates a code.
    expect(await registration.allowed()).toBe('with-code')
    await expect(registration.register(eva, HOME)).rejects.toBeInstanceOf(RegistrationClosedError)
  })
})

describe('open registration', () => {
  it('creates an account for any e-mail that is not taken', async () => {
    await using store = await openTestStore()
    const registration = await registrationOf(store.db, true)
    expect(registration.code).toBeNull()
    expect(await registration.allowed()).toBe('open')
    await registration.register(ana, HOME)
    await registration.register(eva, HOME)
    await expect(registration.register(eva, HOME)).rejects.toBeInstanceOf(EmailTakenError)
    expect(await listAccounts(store.db)).toHaveLength(2)
  })
})

describe('many registrations', () => {
  const draft = (n: number) => ({ ...ana, email: `ana${n}@example.com` })
  const many = (count: number) => Array.from({ length: count }, (_, n) => n)

  it('are limited to ten an hour per network, across processes', async () => {
    await using store = await openTestStore()
    const tries = Promise.allSettled(
      many(12).map(async n => {
        const registration = await registrationOf(store.db, true)
        await registration.register(n === 0 ? eva : ana, HOME)
      }),
    )
    const reasons = (await tries).map(tried => tried.status === 'rejected' && tried.reason.name)
    expect(reasons.filter(reason => reason === 'TooManyRegistrationsError')).toHaveLength(2)
    await (await registrationOf(store.db, true)).register(draft(1), '203.0.113.1')
  })

  it('succeed in turn when they arrive at once', async () => {
    await using store = await openTestStore()
    const registration = await registrationOf(store.db, true)
    await Promise.all(many(6).map(n => registration.register(draft(n), `198.51.100.${n}`)))
    expect(await listAccounts(store.db)).toHaveLength(6)
  })

  it('are limited to a hundred an hour over all networks', async () => {
    await using store = await openTestStore()
    await createAccount(store.db, ana, Date.now())
    const tries = { id: 'all', key: 'registration', count: 100, lastRequest: Date.now() }
    await store.db.insertInto('rateLimit').values(tries).execute()
    const registration = await registrationOf(store.db, true)
    await expect(registration.register(eva, HOME)).rejects.toMatchObject({
      name: 'TooManyRegistrationsError',
      retryAfter: expect.closeTo(3_600, -2),
    })
  })

  it('with a wrong code are limited to ten an hour; the right code still works', async () => {
    await using store = await openTestStore()
    const registration = await registrationOf(store.db)
    const guess = () => registration.register({ ...ana, code: 'a guess' }, HOME)
    for (const _ of many(10)) await expect(guess()).rejects.toBeInstanceOf(RegistrationClosedError)
    await expect(guess()).rejects.toBeInstanceOf(TooManyRegistrationsError)
    await registration.register({ ...ana, code: registration.code ?? '' }, HOME)
    expect(await listAccounts(store.db)).toHaveLength(1)
  })
})

const HOME = '198.51.100.7'

const registrationOf = (db: Database, open = false) =>
  createRegistration({ db, open, turns: createPasswordTurns() })
