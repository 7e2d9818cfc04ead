import type { TokenScope } from '#shared/model/api-token.ts'
import { dates } from '#web/data/local-time.ts'

export const scopeWords: Record<TokenScope, string> = { read: 'Solo leer', all: 'Todo' }

/** What a token of the scope may do. */
export const scopeTexts: Record<TokenScope, string> = {
  read: 'Lee lo que ves en el panel, también las direcciones de tus webhooks. No cambia nada.',
  all: 'Lee y cambia lo que hay en el panel, y envía. No exporta, ni importa, ni reinicia, ni toca cómo se entra en tu cuenta.',
}

/** The last day on which it is good: what ends as a day begins was good the day before. */
export const lastDay = (expiresAt: string): string => dates.date(Date.parse(expiresAt) - 1)

/** What a program asks with, in a shell. */
export const curlCommand = (token: string, origin: string): string =>
  `curl -H 'Authorization: Bearer ${token}' ${origin}/api/connections`
