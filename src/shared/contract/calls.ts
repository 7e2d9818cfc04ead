/** Properties common to all calls: who may make them, what they change, how they are refused. */

import { oc } from '@orpc/contract'
import { z } from 'zod'
import type { Collection } from '../model/live-event.ts'
import { connectionTexts } from '../texts/connections.ts'
import { credentialTexts } from '../texts/sign-in.ts'

type CallMeta = {
  /**
   * Collections that the call may have changed once it succeeds: the server notifies the account's live
   * streams, and the browser refetches the data it shows. Required of every call but GET; `[]`: no changes.
   */
  changes?: readonly Collection[]
  /** The call waits for an answer from Telegram, which may be slow. */
  asksTelegram?: true
  /** The call itself takes seconds. */
  takesSeconds?: true
  /**
   * Required credential. Left out: a session or an API token; `session`: a session alone; `recent`: a session
   * with a sign-in or an identity confirmation within the last ten minutes.
   */
  credential?: 'session' | 'recent'
}

const issuesSchema = z.object({
  issues: z.array(
    z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }),
  ),
})

export const tooManyRequests = 'Demasiadas peticiones. Espera un momento.'

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

/** The stored token of a bot can't be decrypted: its row was damaged. */
export const unreadableToken = {
  TOKEN_UNREADABLE: { status: 409, message: connectionTexts.unreadable },
} as const

export const editConflict = {
  EDIT_CONFLICT: {
    status: 409,
    message: 'Alguien lo cambió mientras lo editabas. Ciérralo, mira lo nuevo y repite tu cambio.',
  },
} as const
