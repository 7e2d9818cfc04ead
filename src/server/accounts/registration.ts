import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { clock } from '#server/base/clock.ts'
import type { FairSemaphore } from '#server/base/fair-semaphore.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { hasAccounts } from '#server/store/rows/accounts.ts'
import { countTry, type RateLimit } from '#server/store/rows/rate-limits.ts'
import { readOrInitSetting } from '#server/store/rows/settings.ts'
import type { AccountDraft } from '#shared/model/account.ts'
import {
  AccountExistsError,
  createAccount,
  createFirstAccount,
  REGISTRATION_CODE,
} from './manage-accounts.ts'
import { assertChoosable } from './passwords/new-passwords.ts'

export class RegistrationClosedError extends Error {
  override name = 'RegistrationClosedError'
}

export class TooManyRegistrationsError extends Error {
  override name = 'TooManyRegistrationsError'
  /** Seconds until the next attempt is allowed. */
  readonly retryAfter: number

  constructor(retryAfter: number) {
    super('too many registrations')
    this.retryAfter = retryAfter
  }
}

/** Attempts per hour of one network, and of all networks: accounts made by strangers occupy space forever. */
const TRIES: RateLimit = { window: 60 * 60, max: 10 }
const ALL_TRIES: RateLimit = { window: 60 * 60, max: 100 }

export type Registration = {
  /** Code that creates the first account, once, in any process; null if none is needed. */
  code: string | null
  allowed: () => Promise<'with-code' | 'open' | 'closed'>
  /**
   * @param network client network whose attempts are counted together
   * @throws RegistrationClosedError
   * @throws TooManyRegistrationsError
   * @throws NoTurnError
   * @throws NewPasswordRefusedError
   * @throws EmailTakenError
   */
  register: (
    request: AccountDraft & { code?: string | undefined },
    network: string,
  ) => Promise<void>
}

type CreateAccount = (db: Database, draft: AccountDraft, now: number) => Promise<unknown>

/** @param open true if visitors may create accounts */
export async function createRegistration({
  db,
  open,
  turns,
}: {
  db: Database
  open: boolean
  turns: FairSemaphore
}): Promise<Registration> {
  const code =
    open || (await hasAccounts(db))
      ? null
      : await readOrInitSetting(db, REGISTRATION_CODE, randomBytes(24).toString('base64url'))
  /** Also checks the password within the turn, because the check reads the list of leaked passwords. */
  const inTurn = (network: string, draft: AccountDraft, create: CreateAccount) =>
    turns.run(network, async () => {
      await assertChoosable(draft.password, draft.email)
      await create(db, draft, clock.now())
    })

  async function countTryOf(network: string): Promise<void> {
    const now = clock.now()
    const wait = await countTry(db, `${network}|/registration`, TRIES, now)
    if (wait !== null) throw new TooManyRegistrationsError(wait)
    const waitOfAll = await countTry(db, 'registration', ALL_TRIES, now)
    if (waitOfAll !== null) throw new TooManyRegistrationsError(waitOfAll)
  }
  return {
    code,
    async allowed() {
      if (open) return 'open'
      return (await hasAccounts(db)) ? 'closed' : 'with-code'
    },
    async register({ code: given, ...draft }, network) {
      if (open) {
        await countTryOf(network)
        return inTurn(network, draft, createAccount)
      }
      if (code === null) throw closed()
      // The right code is never rate-limited: others may have tried from the same network.
      if (given === undefined || !isSame(given, code)) {
        await countTryOf(network)
        throw closed()
      }
      try {
        await inTurn(network, draft, createFirstAccount)
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
