import { z } from 'zod'
import { LIVE_ALERTS } from '../limits.ts'
import {
  alertDetailSchema,
  alertQuerySchema,
  alertSchema,
  alertSelectionSchema,
} from '../model/alert.ts'
import { idSchema } from '../model/id.ts'
import { olderThanSchema } from '../model/purge.ts'
import { notFound, signedIn } from './calls.ts'

/**
 * A page of the whole history; `asOf` is the instant it speaks of. A search counts no further than
 * 10,000: what it finds beyond them is not shown, and `more` says so, as it does of alerts that the
 * search does not know yet.
 */
const list = signedIn
  .route({ method: 'GET', path: '/alerts' })
  .input(alertQuerySchema)
  .output(
    z.object({
      items: z.array(alertSchema),
      total: z.number(),
      page: z.number(),
      pageSize: z.number(),
      asOf: z.iso.datetime(),
      more: z.boolean(),
    }),
  )

/** The newest ones, newest first: what a live view holds. */
const recent = signedIn
  .route({ method: 'GET', path: '/alerts/recent' })
  .input(
    z.object({
      connectionId: idSchema.optional(),
      limit: z.number().int().min(1).max(LIVE_ALERTS).default(LIVE_ALERTS),
    }),
  )
  .output(z.array(alertSchema))

const read = signedIn
  .route({ method: 'GET', path: '/alerts/{id}' })
  .input(z.object({ id: idSchema }))
  .output(alertDetailSchema)
  .errors(notFound)

/**
 * A failed alert gets a new message and goes to the end of its lane; one that waits is left alone. One that
 * was delivered is sent again only where `delivered` asks for it: the chat has it twice.
 */
const resend = signedIn
  .route({ method: 'POST', path: '/alerts/{id}/resend' })
  .meta({ changes: ['alerts', 'connections', 'queue'] })
  .input(z.object({ id: idSchema, delivered: z.boolean().optional() }))
  .output(alertDetailSchema)
  .errors({
    ...notFound,
    CONNECTION_GONE: {
      status: 409,
      message: 'La conexión de esta alerta ya no existe, así que no hay adónde reenviarla.',
    },
    CONNECTION_INACTIVE: {
      status: 409,
      message: 'La conexión está inactiva. Actívala y vuelve a reenviar la alerta.',
    },
  })

/**
 * The failed ones of a selection, oldest first, at most 500 at a time: while some are `left`, ask
 * again with the same input. Those of an inactive or deleted connection stay as they are, and none
 * is sent again twice for the same `before`.
 */
const resendMany = signedIn
  .route({ method: 'POST', path: '/alerts/resend' })
  .meta({ changes: ['alerts', 'connections', 'queue'] })
  .input(alertSelectionSchema)
  .output(z.object({ resent: z.number(), left: z.number() }))

/** At most 500 of them: while some are `left`, ask again. Counted to 10,000 in a search. */
const deletedSchema = z.object({ deleted: z.number(), left: z.number() })

/** Those that were still to be sent are not sent. */
const deleteMany = signedIn
  .route({ method: 'POST', path: '/alerts/delete' })
  .meta({ changes: ['alerts', 'connections', 'queue'] })
  .input(alertSelectionSchema)
  .output(deletedSchema)

const purge = signedIn
  .route({ method: 'POST', path: '/alerts/purge' })
  .meta({ changes: ['alerts', 'connections', 'queue'] })
  .input(olderThanSchema)
  .output(deletedSchema)

export const alerts = { list, recent, read, resend, resendMany, deleteMany, purge }
