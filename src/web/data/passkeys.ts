import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { QueryClient } from '@tanstack/react-query'
import { passkeyTexts, passwordTexts } from '#shared/sign-in-texts.ts'
import { AuthRefused, signingOut } from './auth.ts'
import { codeOf, confirmed, post, postConfirmed } from './auth-requests.ts'
import { refresh } from './refresh.ts'
import { session } from './session.ts'
import { timeoutSignal } from './timeout.ts'

/**
 * Has the browser make a passkey of the account's.
 * @param name where nothing better is known of it
 * @returns false when the person would rather not
 *
 * Throws `AuthRefused`, `NotConfirmed`.
 */
export async function addPasskey(queryClient: QueryClient, name: string): Promise<boolean> {
  const { startRegistration } = await webAuthn()
  const optionsJSON: PublicKeyCredentialCreationOptionsJSON = await answered(
    confirmed(() => get('passkey/generate-register-options')),
  )
  const response = await unlessCancelled(startRegistration({ optionsJSON }))
  if (!response) return false
  await answered(postConfirmed('passkey/verify-registration', { name, response }))
  await refresh(queryClient, ['passkeys'])
  return true
}

/**
 * Signs in with a passkey, or confirms who is signed in.
 * @returns false when the person would rather not
 *
 * Throws `AuthRefused`.
 */
export async function showPasskey(queryClient: QueryClient): Promise<boolean> {
  asking += 1
  try {
    await signingOut
    const { startAuthentication } = await webAuthn()
    const optionsJSON = await requestOptions()
    const response = await unlessCancelled(startAuthentication({ optionsJSON }))
    if (!response) return false
    await accept(queryClient, response)
    return true
  } finally {
    asking -= 1
  }
}

/**
 * Has the browser offer its passkeys in the field that asks for `webauthn`, until `signal` aborts or one is
 * asked for.
 * @returns whether one was taken, and has signed in
 *
 * Throws `AuthRefused`.
 */
export async function offerPasskey(
  queryClient: QueryClient,
  signal: AbortSignal,
): Promise<boolean> {
  await signingOut
  const { startAuthentication, browserSupportsWebAuthnAutofill, WebAuthnAbortService } =
    await webAuthn()
  const isOver = () => signal.aborted || asking > 0
  if (!(await browserSupportsWebAuthnAutofill()) || isOver()) return false
  // Nobody has asked for it, so nobody is told.
  const optionsJSON = await requestOptions().catch(() => null)
  if (!optionsJSON || isOver()) return false
  const end = () => WebAuthnAbortService.cancelCeremony()
  signal.addEventListener('abort', end)
  const response = await startAuthentication({ optionsJSON, useBrowserAutofill: true })
    .catch(() => null)
    .finally(() => signal.removeEventListener('abort', end))
  if (!response) return false
  await accept(queryClient, response)
  return true
}

/** How many are asked for by a button: what is offered must not take their place. */
let asking = 0

let requested: Promise<unknown> = Promise.resolve()

/** The browser keeps the challenge that came last: one is asked for after the other. */
function requestOptions(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const options = requested.then(() =>
    answered<PublicKeyCredentialRequestOptionsJSON>(get('passkey/generate-authenticate-options')),
  )
  requested = options.catch(() => {})
  return options
}

async function accept(
  queryClient: QueryClient,
  response: AuthenticationResponseJSON,
): Promise<void> {
  await answered(post('passkey/verify-authentication', { response }))
  await queryClient.fetchQuery({ ...session, staleTime: 0 })
}

/** Few need it, and not at once. */
const webAuthn = () => import('@simplewebauthn/browser')

const get = (path: string): Promise<Response> =>
  fetch(`/api/auth/${path}`, { signal: timeoutSignal() })

/** Browsers tell by the same name that a person gave up, and that there is no passkey. */
async function unlessCancelled<Answer>(ceremony: Promise<Answer>): Promise<Answer | null> {
  try {
    return await ceremony
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'NotAllowedError' || name === 'AbortError') return null
    throw new AuthRefused(name === 'InvalidStateError' ? passkeyTexts.known : passkeyTexts.refused)
  }
}

const refusals: Record<string, string> = {
  PASSKEY_NOT_FOUND: passkeyTexts.unknown,
  PASSKEY_NOT_OWN: passkeyTexts.notOwn,
  PASSKEY_TAKEN: passkeyTexts.taken,
  TOO_MANY_PASSKEYS: passkeyTexts.tooMany,
  CHALLENGE_NOT_FOUND: passkeyTexts.expired,
}

/** What the server's answer holds. */
async function answered<Answer>(sent: Promise<Response>): Promise<Answer> {
  const response = await sent
  if (response.ok) return response.json()
  if (response.status === 429) throw new AuthRefused(passwordTexts.tooManyAttempts)
  throw new AuthRefused(refusals[await codeOf(response)] ?? passkeyTexts.refused)
}
