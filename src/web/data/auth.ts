import type { QueryClient } from '@tanstack/react-query'
import { loginTexts } from '#shared/texts.ts'
import { session } from './session.ts'

export interface Credentials {
  email: string
  password: string
}

/** Its message is the specification's, fit to show. */
export class SignInRefused extends Error {}

/** Throws `SignInRefused`. */
export async function signIn(queryClient: QueryClient, credentials: Credentials): Promise<void> {
  const refusal = await post('sign-in/email', credentials).then(refusalOf, () => loginTexts.failed)
  if (refusal) throw new SignInRefused(refusal)
  await queryClient.fetchQuery({ ...session, staleTime: 0 })
}

/** Ends the session; whatever the server answers, this browser forgets the user. */
export async function signOut(queryClient: QueryClient): Promise<void> {
  await post('sign-out', {}).catch(reportError)
  queryClient.setQueryData(session.queryKey, null)
}

/** The authentication library's paths and answers are its own, outside the contract. */
const post = (path: string, body: object): Promise<Response> =>
  fetch(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
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
  const { code }: { code?: string } = await response.json().catch(() => ({}))
  return refusals[code ?? ''] ?? loginTexts.failed
}
