/** What calls have in common: who may make them, what they change, how they are refused. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import type { Collection } from '../model/live-event.ts'
import { credentialTexts } from '../sign-in-texts.ts'
import { tooManyRequests } from '../texts.ts'

type CallMeta = {
  /**
   * What the call may have changed once it succeeds: the server tells the account's live streams, and
   * the browser asks again for what it shows of it. Every call says so that is not a GET; `[]`: nothing.
   */
  changes?: readonly Collection[]
  /** The call waits for an answer of Telegram's, which may take long. */
  asksTelegram?: true
  /** The call takes seconds by itself. */
  takesSeconds?: true
  /**
   * What the call is made with: left out, a session or an API token; `session`: a session alone; `recent`: a
   * session whose person signed in, or confirmed who they are, within the last ten minutes.
   */
  credential?: 'session' | 'recent'
}

const issuesSchema = z.object({
  issues: z.array(
    z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }),
  ),
})

/** Calls that anyone may make. */
export const anyone = oc.$meta<CallMeta>({}).errors({
  INPUT_INVALID: { status: 422, message: 'Revisa los datos marcados.', data: issuesSchema },
  TOO_MANY_REQUESTS: { status: 429, message: tooManyRequests },
})

/** Calls of a signed-in user. */
export const signedIn = anyone.errors({
  UNAUTHORIZED: { status: 401, message: 'User not authenticated' },
  REAUTHENTICATION_REQUIRED: { status: 403, message: credentialTexts.confirm },
  TOKEN_NOT_ALLOWED: { status: 403, message: credentialTexts.noTokens },
})

export const notFound = { NOT_FOUND: { status: 404, message: 'Eso ya no existe.' } } as const

export const editConflict = {
  EDIT_CONFLICT: {
    status: 409,
    message: 'Alguien lo cambió mientras lo editabas. Ciérralo, mira lo nuevo y repite tu cambio.',
  },
} as const
