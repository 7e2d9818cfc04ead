import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { QueryClient } from '@tanstack/react-query'
import { passkeyTexts, passwordTexts } from '#shared/texts/sign-in.ts'
import { AuthRefused, signingOut } from './auth.ts'
import { codeOf, confirmed, post, postConfirmed } from './auth-requests.ts'
import { refresh } from './refresh.ts'
import { session } from './session.ts'
import { timeoutSignal } from './timeout.ts'

/**
 * Has the browser make a passkey for the account.
 * @param name used if the authenticator's own name is unknown
 * @returns false if the person cancels
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
 * Signs in with a passkey, or confirms the identity of the signed-in user.
 * @returns false if the person cancels
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
 * Has the browser offer its passkeys in the field with `webauthn` in its `autocomplete`, until `signal` aborts
 * or `showPasskey` is called.
 * @returns true if a passkey was chosen and has signed in
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
  // The user did not ask for it, so errors are not shown.
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

/** Number of `showPasskey` calls in progress; `offerPasskey` must not replace their request to the browser. */
let asking = 0

let requested: Promise<unknown> = Promise.resolve()

/** Requests one after the other, since the browser keeps only the last challenge. */
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

/** Loaded on demand, since few users need it. */
const webAuthn = () => import('@simplewebauthn/browser')

const get = (path: string): Promise<Response> =>
  fetch(`/api/auth/${path}`, { signal: timeoutSignal() })

/** Null if the person cancelled or has no passkey: browsers report both by the same error name. */
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

/** Content of the server's answer; throws `AuthRefused` for a refusal. */
async function answered<Answer>(sent: Promise<Response>): Promise<Answer> {
  const response = await sent
  if (response.ok) return response.json()
  if (response.status === 429) throw new AuthRefused(passwordTexts.tooManyAttempts)
  throw new AuthRefused(refusals[await codeOf(response)] ?? passkeyTexts.refused)
}
