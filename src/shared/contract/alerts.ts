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
 * A page of the whole history as of `asOf`. A search, and an order other than time, include at most 10,000 alerts;
 * `more` is true if there may be others beyond them, or among alerts not indexed yet.
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

/** The newest alerts for a live view, newest first. */
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
 * Gives a failed alert a new message and puts it at the end of its lane; leaves a waiting alert alone. A
 * delivered alert is sent again only with `delivered`, and is then in the chat twice.
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
 * Sends the failed alerts of a selection again, oldest first, at most 500 at a time: repeat the same input
 * while some are `left`. Alerts of an inactive or deleted connection stay failed; a selection by
 * filter resends each alert only once for the same `before`, which may not lie ahead.
 */
const resendMany = signedIn
  .route({ method: 'POST', path: '/alerts/resend' })
  .meta({ changes: ['alerts', 'connections', 'queue'] })
  .input(alertSelectionSchema)
  .output(z.object({ resent: z.number(), left: z.number() }))

/**
 * At most 500 alerts are deleted at a time: repeat while some are `left`. With a search or the filter `gaps`, `left` is
 * at most 10,000.
 */
const deletedSchema = z.object({ deleted: z.number(), left: z.number() })

/** Deletes the alerts of a selection; deleted alerts that were waiting are not sent. */
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
