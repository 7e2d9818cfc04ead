/** What calls have in common: who may make them, what they change, how they are refused. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import type { Collection } from '../model/live-event.ts'
import { tooManyRequests } from '../texts.ts'

type CallMeta = {
  /**
   * What the call may have changed once it succeeds: the server tells the account's live streams, and
   * the browser asks again for what it shows of it. Every call says so that is not a GET; `[]`: nothing.
   */
  changes?: readonly Collection[]
  /** The call waits for an answer of Telegram's, which may take long. */
  asksTelegram?: true
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
})

export const notFound = { NOT_FOUND: { status: 404, message: 'Eso ya no existe.' } } as const

export const editConflict = {
  EDIT_CONFLICT: {
    status: 409,
    message: 'Alguien lo cambió mientras lo editabas. Ciérralo, mira lo nuevo y repite tu cambio.',
  },
} as const
