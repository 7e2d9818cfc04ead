import { describe, expect, it } from 'vitest'
import { listAccounts } from '#server/store/rows/accounts.ts'
import { readProfile } from '#server/store/rows/profiles.ts'
import { listTemplates } from '#server/store/rows/templates.ts'
import { defaultTemplates } from '#shared/message/template/default-templates.ts'
import { openTestStore } from '../../../tests/support/test-place.ts'
import { createAccount, EmailTakenError } from './manage-accounts.ts'
import { verifyPassword } from './passwords/password-hash.ts'

const ana = { email: 'ana@example.com', name: '', password: 'una contraseña larga' }
const now = Date.UTC(2026, 10, 21)

describe('a new account', () => {
  it('comes with its password, its profile and the default templates in their order', async () => {
    await using store = await openTestStore()
    await createAccount(store.db, ana, now)

    const { userId, password } = await store.db
      .selectFrom('account')
      .select(['userId', 'password'])
      .executeTakeFirstOrThrow()
    expect(await verifyPassword({ hash: password ?? '', password: ana.password })).toBe(true)
    const owner = { db: store.db, userId }
    expect(await readProfile(owner)).toMatchObject({ initial_setup_complete: 0 })
    const templates = (await listTemplates(owner)).sort((a, b) => a.created_at - b.created_at)
    expect(templates.map(template => template.id)).toEqual(defaultTemplates.map(({ id }) => id))
    expect(templates).toHaveLength(10)
  })

  it('takes its name from the e-mail before the @ unless one is given', async () => {
    await using store = await openTestStore()
    await createAccount(store.db, { ...ana, email: 'Eva.Ruiz@Example.com' }, now)
    await createAccount(store.db, { ...ana, name: 'Ana Gil' }, now)
    expect(await listAccounts(store.db)).toMatchObject([
      { email: 'ana@example.com', name: 'Ana Gil', createdAt: '2026-11-21T00:00:00.000Z' },
      { email: 'eva.ruiz@example.com', name: 'Eva.Ruiz', createdAt: '2026-11-21T00:00:00.000Z' },
    ])
  })

  it('adds no rows when its e-mail is taken', async () => {
    await using store = await openTestStore()
    await createAccount(store.db, ana, now)
    const again = createAccount(store.db, { ...ana, email: 'ANA@example.com' }, now)
    await expect(again).rejects.toBeInstanceOf(EmailTakenError)
    const rows = async (table: 'user' | 'account' | 'profiles' | 'message_templates') =>
      (
        await store.db
          .selectFrom(table)
          .select(eb => eb.lit(1).as('one'))
          .execute()
      ).length
    expect(await Promise.all([rows('user'), rows('account'), rows('profiles')])).toEqual([1, 1, 1])
    expect(await rows('message_templates')).toBe(10)
  })
})
