import { ORPCError } from '@orpc/client'
import { credentialTexts } from '#shared/texts/sign-in.ts'
import { AuthRefused } from './auth.ts'
import { isUnauthorized } from './client.ts'
import { NotConfirmed } from './reauthentication.ts'

/** Message for the user: the server's own if it answered, otherwise that it did not respond. */
export function errorMessage(error: unknown): string {
  if (isUnauthorized(error)) return 'Tu sesión había terminado. Vuelve a intentarlo.'
  if (error instanceof NotConfirmed) return credentialTexts.confirm
  const hasWords = error instanceof AuthRefused || (error instanceof ORPCError && error.defined)
  return hasWords
    ? error.message
    : 'Pregonero no responde. Comprueba la conexión y vuelve a intentarlo.'
}

/** First error of each form field, by the field's name; empty for other errors. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ORPCError) || error.code !== 'INPUT_INVALID') return {}
  const data: { issues: { path: (string | number)[]; message: string }[] } = error.data
  const errors: Record<string, string> = {}
  for (const { path, message } of data.issues) errors[path.join('.')] ??= message
  return errors
}
