import { z } from 'zod'
import { alertDetailSchema, alertQuerySchema, alertSchema } from '../model/alert.ts'
import { notFound, signedInCall } from './errors.ts'

/** A page of the whole history; `asOf` is the instant it speaks of. */
const list = signedInCall
  .route({ method: 'GET', path: '/alerts' })
  .input(alertQuerySchema)
  .output(
    z.object({
      items: z.array(alertSchema),
      total: z.number(),
      page: z.number(),
      pageSize: z.number(),
      asOf: z.iso.datetime(),
    }),
  )

const read = signedInCall
  .route({ method: 'GET', path: '/alerts/{id}' })
  .input(z.object({ id: z.string() }))
  .output(alertDetailSchema)
  .errors(notFound)

export const alerts = { list, read }
