/** The authentication library's paths and answers are its own, outside the contract. */
import { confirmIdentity, REAUTHENTICATION_REQUIRED } from './reauthentication.ts'
import { timeoutSignal } from './timeout.ts'

export const post = (path: string, body: object): Promise<Response> =>
  fetch(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: timeoutSignal(),
  })

/** What `post` answers, as `confirmed` has it. */
export const postConfirmed = (path: string, body: object): Promise<Response> =>
  confirmed(() => post(path, body))

/**
 * What is answered once the person has confirmed who they are, where the server asks for that.
 *
 * Throws `NotConfirmed`.
 */
export async function confirmed(send: () => Promise<Response>): Promise<Response> {
  const response = await send()
  if (response.status !== 403) return response
  if ((await codeOf(response.clone())) !== REAUTHENTICATION_REQUIRED) return response
  await confirmIdentity()
  return send()
}

/** Why it refused; empty where it does not say. */
export const codeOf = async (response: Response): Promise<string> =>
  (await bodyOf(response)).code ?? ''

export const bodyOf = (response: Response): Promise<{ code?: string; message?: string }> =>
  response.json().catch(() => ({}))
