import type { TokenScope } from '#shared/model/api-token.ts'
import { dates } from '#web/data/local-time.ts'

export const scopeWords: Record<TokenScope, string> = { read: 'Solo leer', all: 'Todo' }

/** Permissions of each scope. */
export const scopeTexts: Record<TokenScope, string> = {
  read: 'Lee lo que ves en el panel, también las direcciones de tus webhooks. No cambia nada.',
  all: 'Lee y cambia lo que hay en el panel, y envía. No exporta, ni importa, ni reinicia, ni toca cómo se entra en tu cuenta.',
}

/** Last day of validity: a token that expires at the start of a day was last valid on the day before. */
export const lastDay = (expiresAt: string): string => dates.date(Date.parse(expiresAt) - 1)

/** Shell command that calls the API with the token. */
export const curlCommand = (token: string, origin: string): string =>
  `curl -H 'Authorization: Bearer ${token}' ${origin}/api/connections`
