import { oc } from '@orpc/contract'
import { z } from 'zod'
import { templateTexts } from '../texts.ts'

const issuesSchema = z.object({
  issues: z.array(
    z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }),
  ),
})

/** Calls that anybody may make. */
export const openCall = oc.errors({
  INPUT_INVALID: { status: 422, message: 'Revisa los datos marcados.', data: issuesSchema },
  TOO_MANY_REQUESTS: { status: 429, message: 'Demasiadas peticiones. Espera un momento.' },
})

/** Calls of a signed-in user. */
export const signedInCall = openCall.errors({
  UNAUTHORIZED: { status: 401, message: 'User not authenticated' },
})

export const notFound = { NOT_FOUND: { status: 404, message: 'Eso ya no existe.' } } as const

export const editConflict = {
  EDIT_CONFLICT: {
    status: 409,
    message: 'Alguien lo cambió mientras lo editabas. Ciérralo, mira lo nuevo y repite tu cambio.',
  },
} as const

export const lastTemplateInUse = {
  LAST_TEMPLATE_IN_USE: { status: 409, message: templateTexts.lastInUse },
} as const
