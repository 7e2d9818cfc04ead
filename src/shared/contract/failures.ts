import { z } from 'zod'
import { instantSchema } from '../model/alert.ts'
import { causeSchema, failureGroupSchema, failureScopeSchema } from '../model/failure.ts'
import { signedIn } from './calls.ts'

/**
 * Causes of undelivered alerts of active connections, lasting causes first: failures of the last 24 hours and,
 * for a lasting cause, since the last delivery. As of `asOf`; `total` counts all causes. The first 50 are
 * listed, each with its first 20 connections.
 */
const list = signedIn
  .route({ method: 'GET', path: '/failures' })
  .input(failureScopeSchema)
  .output(
    z.object({
      groups: z.array(failureGroupSchema),
      total: z.number(),
      asOf: z.iso.datetime(),
    }),
  )

/**
 * Resends the alerts of a cause that came before an instant, oldest first, at most 500 at a time: repeat the
 * same input while some are `left`. Each alert is resent only once for the same `before`, which may not lie ahead.
 */
const resend = signedIn
  .route({ method: 'POST', path: '/failures/resend' })
  .meta({ changes: ['alerts', 'connections', 'queue'] })
  .input(failureScopeSchema.extend({ cause: causeSchema, before: instantSchema }))
  .output(z.object({ resent: z.number(), left: z.number() }))

export const failures = { list, resend }
