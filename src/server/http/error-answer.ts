import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import {
  StoreAwayError,
  type StoreBusyError,
  StoreFullError,
} from '#server/store/engine/store-errors.ts'

/** The contract's error JSON, for answers outside its calls. */
export const errorBody = (status: number, code: string, message: string) => ({
  defined: false,
  code,
  status,
  message,
})

export const errorAnswer = (
  c: Context,
  status: ContentfulStatusCode,
  code: string,
  message: string,
): Response => c.json(errorBody(status, code, message), status)

export const unauthorized = (c: Context): Response =>
  errorAnswer(c, 401, 'UNAUTHORIZED', 'User not authenticated')

export const bodyTooLarge = (c: Context): Response =>
  errorAnswer(c, 413, 'BODY_TOO_LARGE', 'La petición es demasiado grande.')

/** Spanish message for a database that is full, away or busy. */
export function storeTrouble(error: StoreBusyError): string {
  if (error instanceof StoreFullError)
    return 'No queda espacio en el disco de la base de datos. Libera espacio y vuelve a intentarlo.'
  if (error instanceof StoreAwayError)
    return 'La base de datos no responde. Vuelve a intentarlo en un momento.'
  return 'La base de datos está ocupada. Vuelve a intentarlo en un momento.'
}
