import { describe, expect, it } from 'vitest'
import { removeAccount } from '#server/store/account/account.ts'
import { listAccounts } from '#server/store/rows/accounts.ts'
import { openTestStore } from '../../../tests/support/test-place.ts'
import { accountByEmail, createAccount, EmailTakenError } from './manage-accounts.ts'
import { createRegistration, RegistrationClosedError } from './registration.ts'

const ana = { email: 'ana@example.com', name: 'Ana', password: 'una contraseña larga' }
const eva = { email: 'eva@example.com', name: 'Eva', password: 'una contraseña larga' }

describe('the first account', () => {
  it('is created with the code of the start, once', async () => {
    await using store = await openTestStore()
    const registration = await createRegistration({ db: store.db, open: false })
    const code = registration.code ?? ''
    expect(code).toMatch(/^[\w-]{32}$/)
    expect(await registration.allowed()).toBe('with-code')

    for (const wrong of [undefined, '', `${code}x`, code.slice(1)])
      await expect(registration.register({ ...ana, code: wrong })).rejects.toBeInstanceOf(
        RegistrationClosedError,
      )
    await registration.register({ ...ana, code })
    expect(await registration.allowed()).toBe('closed')
    await expect(registration.register({ ...eva, code })).rejects.toBeInstanceOf(
      RegistrationClosedError,
    )
    expect(await listAccounts(store.db)).toHaveLength(1)
  })

  it('is only one when two use the code at once', async () => {
    await using store = await openTestStore()
    const registration = await createRegistration({ db: store.db, open: false })
    const code = registration.code ?? ''
    const outcomes = await Promise.allSettled([
      registration.register({ ...ana, code }),
      registration.register({ ...eva, code }),
    ])
    expect(outcomes.map(outcome => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(outcome => outcome.status === 'rejected')?.reason).toBeInstanceOf(
      RegistrationClosedError,
    )
    expect(await listAccounts(store.db)).toHaveLength(1)
  })

  it('ends the code also when it was created beside the server', async () => {
    await using store = await openTestStore()
    const registration = await createRegistration({ db: store.db, open: false })
    await createAccount(store.db, ana, Date.now())
    expect(await registration.allowed()).toBe('closed')
  })
})

describe('a start that finds accounts', () => {
  it('makes no code, and goes without one even if all accounts are removed', async () => {
    await using store = await openTestStore()
    await createAccount(store.db, ana, Date.now())
    const registration = await createRegistration({ db: store.db, open: false })
    expect(registration.code).toBeNull()
    await removeAccount(store.db, await accountByEmail(store.db, ana.email))
    // The next start makes one.
    expect(await registration.allowed()).toBe('with-code')
    await expect(registration.register(eva)).rejects.toBeInstanceOf(RegistrationClosedError)
  })
})

describe('open registration', () => {
  it('creates an account for any e-mail that is not taken', async () => {
    await using store = await openTestStore()
    const registration = await createRegistration({ db: store.db, open: true })
    expect(registration.code).toBeNull()
    expect(await registration.allowed()).toBe('open')
    await registration.register(ana)
    await registration.register(eva)
    await expect(registration.register(eva)).rejects.toBeInstanceOf(EmailTakenError)
    expect(await listAccounts(store.db)).toHaveLength(2)
  })
})

it('refuses registrations beyond those that run at once', async () => {
  await using store = await openTestStore()
  const registration = await createRegistration({ db: store.db, open: true })
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) =>
      registration.register({ ...ana, email: `ana${n}@example.com` }),
    ),
  )
  expect(outcomes.filter(outcome => outcome.status === 'fulfilled')).toHaveLength(3)
  expect(outcomes.at(-1)).toMatchObject({ reason: { name: 'RegistrationBusyError' } })
})
