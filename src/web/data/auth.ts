import type { QueryClient } from '@tanstack/react-query'
import { loginTexts, passwordTexts, reauthenticationTexts } from '#shared/texts/sign-in.ts'
import { bodyOf, codeOf, post } from './auth-requests.ts'
import { refresh } from './refresh.ts'
import { session } from './session.ts'

export interface Credentials {
  email: string
  password: string
}

export interface PasswordChange {
  currentPassword: string
  newPassword: string
}

/** A refusal whose message is fit to show. */
export class AuthRefused extends Error {}

/** The current password was wrong. */
export class WrongPassword extends AuthRefused {}

/** The new password is not allowed. */
export class NewPasswordRefused extends AuthRefused {}

/** An app's code, or a recovery code in its place. */
export type SecondFactor = { code: string } | { recoveryCode: string }

/** The second step has expired: the password has to be typed again. */
export class SecondStepOver extends AuthRefused {}

/**
 * Throws `AuthRefused`.
 * @returns true if the second factor is still required
 */
export async function signIn(queryClient: QueryClient, credentials: Credentials): Promise<boolean> {
  await signingOut
  const response = await post('sign-in/email', credentials).catch(() => null)
  const refusal = response ? await refusalOf(response.clone()) : loginTexts.failed
  if (refusal) throw new AuthRefused(refusal)
  const { secondFactor }: { secondFactor?: boolean } = (await response?.json()) ?? {}
  if (secondFactor) return true
  await queryClient.fetchQuery({ ...session, staleTime: 0 })
  return false
}

/**
 * The second step of signing in.
 *
 * Throws `AuthRefused`.
 * @returns number of recovery codes left, if one was used
 */
export async function signInSecondFactor(
  queryClient: QueryClient,
  factor: SecondFactor,
): Promise<number | undefined> {
  const response = await post('sign-in/second-factor', factor).catch(() => null)
  const answer: { code?: string; message?: string; recoveryCodesLeft?: number } =
    (await response?.json().catch(() => null)) ?? {}
  if (!response?.ok) {
    const { code = '', message = loginTexts.failed } = answer
    if (code === 'SECOND_STEP_OVER') throw new SecondStepOver(message)
    throw new AuthRefused(saidInSpanish.has(code) ? message : loginTexts.failed)
  }
  await queryClient.fetchQuery({ ...session, staleTime: 0 })
  return answer.recoveryCodesLeft
}

/** Refusals of the second step whose message is fit to show. */
const saidInSpanish = new Set([
  ...['CODE_WRONG', 'CODE_USED', 'RECOVERY_CODE_WRONG'],
  ...['TOO_MANY_CODES', 'TOO_MANY_REQUESTS'],
])

/**
 * Changes the password and ends all other sessions. The browser stores the cookie of its own new session from the
 * answer; scripts can't read that cookie.
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
  const { code, message = '' } = response ? await bodyOf(response) : {}
  if (code === 'TOO_MANY_ATTEMPTS') throw new AuthRefused(loginTexts.tooManyAttempts)
  if (response?.status === 429) throw new AuthRefused(passwordTexts.tooManyAttempts)
  if (code === 'NEW_PASSWORD_REFUSED') throw new NewPasswordRefused(message)
  // The new password passed its check before, so a password that is too long is the current one.
  if (code === 'INVALID_PASSWORD' || code === 'PASSWORD_TOO_LONG')
    throw new WrongPassword(passwordTexts.wrong)
  throw new AuthRefused(passwordTexts.failed)
}

/** Sign-out in progress. Its answer deletes the cookie, so the next session's cookie has to come after it. */
export let signingOut: Promise<unknown> = Promise.resolve()

/**
 * Ends the session; this browser forgets the user even if the server does not answer.
 * @returns true if the server ended it too
 */
export async function signOut(queryClient: QueryClient): Promise<boolean> {
  const ending = endSession(queryClient)
  signingOut = ending
  return ending
}

/** Cancels the screens' queries first: without a session they would be refused. */
async function endSession(queryClient: QueryClient): Promise<boolean> {
  queryClient.setQueryData(session.queryKey, null)
  await queryClient.cancelQueries()
  try {
    const { ok } = await post('sign-out', {})
    return ok
  } catch (error) {
    reportError(error)
    return false
  }
}

/**
 * Confirms the user's identity by the password.
 *
 * Throws `AuthRefused`.
 */
export async function confirmPassword(queryClient: QueryClient, password: string): Promise<void> {
  const response = await post('verify-password', { password }).catch(() => null)
  if (response?.ok) return
  if (response?.status === 401) queryClient.setQueryData(session.queryKey, null)
  const code = response && (await codeOf(response))
  if (code === 'INVALID_PASSWORD') throw new WrongPassword(reauthenticationTexts.wrong)
  if (code === 'TOO_MANY_ATTEMPTS') throw new AuthRefused(loginTexts.tooManyAttempts)
  if (response?.status === 429) throw new AuthRefused(passwordTexts.tooManyAttempts)
  throw new AuthRefused(reauthenticationTexts.failed)
}

const refusals: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: loginTexts.wrongCredentials,
  USER_NOT_FOUND: loginTexts.wrongCredentials,
  INVALID_PASSWORD: loginTexts.wrongCredentials,
  PASSWORD_TOO_LONG: loginTexts.wrongCredentials,
  INVALID_EMAIL: loginTexts.invalidEmail,
}

async function refusalOf(response: Response): Promise<string | null> {
  if (response.ok) return null
  if (response.status === 429) return loginTexts.tooManyAttempts
  return refusals[await codeOf(response)] ?? loginTexts.failed
}
