import type { QueryClient } from '@tanstack/react-query'
import { loginTexts, passwordTexts } from '#shared/texts.ts'
import { refresh } from './refresh.ts'
import { session } from './session.ts'
import { timeoutSignal } from './timeout.ts'

export interface Credentials {
  email: string
  password: string
}

export interface PasswordChange {
  currentPassword: string
  newPassword: string
}

/** Its message is fit to show. */
export class AuthRefused extends Error {}

/** It is the present password that was not the right one. */
export class WrongPassword extends AuthRefused {}

/** Throws `AuthRefused`. */
export async function signIn(queryClient: QueryClient, credentials: Credentials): Promise<void> {
  await signingOut
  const refusal = await post('sign-in/email', credentials).then(refusalOf, () => loginTexts.failed)
  if (refusal) throw new AuthRefused(refusal)
  await queryClient.fetchQuery({ ...session, staleTime: 0 })
}

/**
 * Ends all other sessions; the answer's cookie is that of a new one for this browser. Asked for by
 * the browser itself, since no script may hand that cookie on.
 *
 * Throws `AuthRefused`.
 */
export async function changePassword(
  queryClient: QueryClient,
  change: PasswordChange,
): Promise<void> {
  const response = await post('change-password', { ...change, revokeOtherSessions: true }).catch(
    () => null,
  )
  if (response?.ok) {
    await refresh(queryClient, ['sessions'])
    return
  }
  if (response?.status === 401) queryClient.setQueryData(session.queryKey, null)
  const code = response && (await codeOf(response))
  if (code === 'TOO_MANY_ATTEMPTS') throw new AuthRefused(loginTexts.tooManyAttempts)
  if (response?.status === 429) throw new AuthRefused(passwordTexts.tooManyAttempts)
  // The new one was looked at before: what is too long is the one that was to be the present one.
  if (code === 'INVALID_PASSWORD' || code === 'PASSWORD_TOO_LONG')
    throw new WrongPassword(passwordTexts.wrong)
  throw new AuthRefused(passwordTexts.failed)
}

/** Its answer takes the cookie away: that of the next session has to come after it. */
let signingOut: Promise<unknown> = Promise.resolve()

/**
 * Ends the session; this browser forgets the user even if the server does not answer. What the screens
 * ask for ends first: a session that is gone would refuse it.
 */
export async function signOut(queryClient: QueryClient): Promise<void> {
  queryClient.setQueryData(session.queryKey, null)
  await queryClient.cancelQueries()
  signingOut = post('sign-out', {}).catch(reportError)
  await signingOut
}

/** The authentication library's paths and answers are its own, outside the contract. */
const post = (path: string, body: object): Promise<Response> =>
  fetch(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: timeoutSignal(),
  })

const refusals: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: loginTexts.wrongCredentials,
  USER_NOT_FOUND: loginTexts.wrongCredentials,
  INVALID_PASSWORD: loginTexts.wrongCredentials,
  INVALID_EMAIL: loginTexts.invalidEmail,
}

async function refusalOf(response: Response): Promise<string | null> {
  if (response.ok) return null
  if (response.status === 429) return loginTexts.tooManyAttempts
  return refusals[await codeOf(response)] ?? loginTexts.failed
}

async function codeOf(response: Response): Promise<string> {
  const { code }: { code?: string } = await response.json().catch(() => ({}))
  return code ?? ''
}
