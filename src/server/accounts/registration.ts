import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from '#server/store/engine/schema.ts'
import { hasAccounts } from '#server/store/rows/accounts.ts'
import { readOrInitSetting } from '#server/store/rows/settings.ts'
import type { AccountDraft } from '#shared/model/account.ts'
import {
  AccountExistsError,
  createAccount,
  createFirstAccount,
  REGISTRATION_CODE,
} from './manage-accounts.ts'

export class RegistrationClosedError extends Error {
  override name = 'RegistrationClosedError'
}

/** Too many registrations at once: hashing their passwords would take all of the machine's time. */
export class RegistrationBusyError extends Error {
  override name = 'RegistrationBusyError'
}

const MAX_AT_ONCE = 3

export type Registration = {
  /** Creates the first account, once, in any process; null when none is needed. */
  code: string | null
  allowed: () => Promise<'with-code' | 'open' | 'closed'>
  /**
   * @throws RegistrationClosedError
   * @throws RegistrationBusyError
   * @throws EmailTakenError
   */
  register: (request: AccountDraft & { code?: string | undefined }) => Promise<void>
}

/** @param open visitors may create accounts */
export async function createRegistration({
  db,
  open,
}: {
  db: Database
  open: boolean
}): Promise<Registration> {
  const code =
    open || (await hasAccounts(db))
      ? null
      : await readOrInitSetting(db, REGISTRATION_CODE, randomBytes(24).toString('base64url'))
  let running = 0
  async function registerOpen(draft: AccountDraft): Promise<void> {
    if (running >= MAX_AT_ONCE) throw new RegistrationBusyError('too many at once')
    running += 1
    try {
      await createAccount(db, draft, Date.now())
    } finally {
      running -= 1
    }
  }
  return {
    code,
    async allowed() {
      if (open) return 'open'
      return (await hasAccounts(db)) ? 'closed' : 'with-code'
    },
    async register({ code: given, ...draft }) {
      if (open) return registerOpen(draft)
      if (code === null || given === undefined || !isSame(given, code)) throw closed()
      try {
        await createFirstAccount(db, draft, Date.now())
      } catch (error) {
        throw error instanceof AccountExistsError ? closed(error) : error
      }
    },
  }
}

const closed = (cause?: unknown): RegistrationClosedError =>
  new RegistrationClosedError('registration is closed to this code', { cause })

function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
