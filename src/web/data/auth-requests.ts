/** Requests to the authentication library, whose paths and answers are outside the contract. */
import { confirmIdentity, REAUTHENTICATION_REQUIRED } from './reauthentication.ts'
import { timeoutSignal } from './timeout.ts'

export const post = (path: string, body: object): Promise<Response> =>
  fetch(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: timeoutSignal(),
  })

/** As `post`, with an identity confirmation where the server asks for one. */
export const postConfirmed = (path: string, body: object): Promise<Response> =>
  confirmed(() => post(path, body))

/**
 * Sends a request, and sends it again after an identity confirmation if the server asks for one.
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

/** Error code of a refusal; empty without one. */
export const codeOf = async (response: Response): Promise<string> =>
  (await bodyOf(response)).code ?? ''

export const bodyOf = (response: Response): Promise<{ code?: string; message?: string }> =>
  response.json().catch(() => ({}))
