import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** The contract's error JSON, for whatever is answered outside its calls. */
export const errorAnswer = (
  c: Context,
  status: ContentfulStatusCode,
  code: string,
  message: string,
): Response => c.json({ defined: false, code, status, message }, status)

export const unauthorized = (c: Context): Response =>
  errorAnswer(c, 401, 'UNAUTHORIZED', 'User not authenticated')

export const bodyTooLarge = (c: Context): Response =>
  errorAnswer(c, 413, 'BODY_TOO_LARGE', 'La petición es demasiado grande.')

export const storeBusy = 'La base de datos está ocupada. Vuelve a intentarlo en un momento.'
