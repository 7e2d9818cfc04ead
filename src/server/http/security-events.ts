import type { AccountEventKind } from '#shared/model/account-event.ts'

/** A request that affects access to an account, or exports, imports or resets all its data. */
export type SecurityEvent = {
  on: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} ${string}`
  /** Name in the log. */
  event: string
  /** Kind of account event if it succeeds. */
  kind: AccountEventKind
  /** Kind of account event if the credential was wrong. */
  failed?: AccountEventKind
  /** Belongs to the account that the answer signs in, or whose e-mail the request names, instead of the caller's. */
  isStrangers?: true
  /** Counts as a confirmation of identity if the caller is signed in. */
  mayConfirm?: true
}

const CONFIRMATION = {
  event: 'confirmation',
  kind: 'confirmed',
  failed: 'confirm-failed',
} as const

/** A last segment `*` matches any segment. */
const EVENTS: readonly SecurityEvent[] = [
  {
    on: 'POST /api/auth/sign-in/email',
    event: 'sign-in',
    kind: 'sign-in',
    failed: 'sign-in-failed',
    isStrangers: true,
  },
  {
    on: 'POST /api/auth/sign-in/second-factor',
    event: 'second step of a sign-in',
    kind: 'sign-in',
    failed: 'second-factor-failed',
    isStrangers: true,
  },
  { on: 'POST /api/second-factor', event: 'second factor on', kind: 'second-factor-on' },
  { on: 'DELETE /api/second-factor', event: 'second factor off', kind: 'second-factor-off' },
  {
    on: 'POST /api/second-factor/recovery-codes',
    event: 'new recovery codes',
    kind: 'recovery-codes-made',
  },
  {
    on: 'POST /api/auth/passkey/verify-authentication',
    event: 'sign-in by passkey',
    kind: 'sign-in',
    isStrangers: true,
    mayConfirm: true,
  },
  {
    on: 'POST /api/auth/passkey/verify-registration',
    event: 'new passkey',
    kind: 'passkey-added',
  },
  { on: 'DELETE /api/passkeys/*', event: 'removal of a passkey', kind: 'passkey-removed' },
  { on: 'POST /api/auth/sign-out', event: 'sign-out', kind: 'sign-out' },
  { on: 'POST /api/auth/verify-password', ...CONFIRMATION },
  {
    on: 'POST /api/auth/change-password',
    event: 'change of password',
    kind: 'password-changed',
    failed: 'password-change-failed',
  },
  {
    on: 'POST /api/registration',
    event: 'registration',
    kind: 'account-created',
    isStrangers: true,
  },
  { on: 'DELETE /api/sessions/*', event: 'end of a session', kind: 'session-ended' },
  { on: 'DELETE /api/sessions', event: 'end of all other sessions', kind: 'session-ended' },
  { on: 'POST /api/tokens', event: 'new API token', kind: 'token-created' },
  { on: 'DELETE /api/tokens/*', event: 'end of an API token', kind: 'token-removed' },
  { on: 'GET /api/export', event: 'export', kind: 'exported' },
  { on: 'POST /api/import', event: 'import', kind: 'imported' },
  { on: 'POST /api/reset', event: 'full reset', kind: 'reset' },
]
/** Codes of refusals: for a wrong password, code or passkey, and for too many attempts. */
const WRONG = [
  ...['INVALID_EMAIL_OR_PASSWORD', 'INVALID_PASSWORD'],
  ...['CODE_WRONG', 'CODE_USED', 'RECOVERY_CODE_WRONG'],
  ...['AUTHENTICATION_FAILED', 'PASSKEY_NOT_FOUND', 'PASSKEY_NOT_OWN', 'PASSKEY_REFUSED'],
]
const THROTTLED = ['TOO_MANY_ATTEMPTS', 'TOO_MANY_CODES']

/** Ignores slashes at the end of the path, as the calls do. */
export function securityEventOf({
  method,
  path,
}: {
  method: string
  path: string
}): SecurityEvent | undefined {
  const asked = `${method} ${path.replace(/\/+$/, '')}`
  return EVENTS.find(({ on }) =>
    on.endsWith('*')
      ? asked.startsWith(on.slice(0, -1)) && !asked.slice(on.length - 1).includes('/')
      : asked === on,
  )
}

/** Event of a request by a signed-in caller. */
export const asConfirmation = (event: SecurityEvent): SecurityEvent =>
  event.mayConfirm ? { on: event.on, ...CONFIRMATION } : event

/**
 * Kind of account event to record; undefined if there is no event.
 * @param code of the refusal, where it is one
 */
export function kindOf(
  { kind, failed }: SecurityEvent,
  status: number,
  code: string,
): AccountEventKind | undefined {
  if (status < 400) return kind
  if (failed === undefined) return undefined
  if (THROTTLED.includes(code)) return 'throttled'
  return WRONG.includes(code) ? failed : undefined
}
