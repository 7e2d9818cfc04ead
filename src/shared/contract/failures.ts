import { z } from 'zod'
import { instantSchema } from '../model/alert.ts'
import { causeSchema, failureGroupSchema, failureScopeSchema } from '../model/failure.ts'
import { signedIn } from './calls.ts'

/**
 * Why alerts of active connections were not delivered, those causes first that last: what failed in the
 * last 24 hours and, where a cause lasts, since the last delivery. `asOf` is the instant it speaks of, and
 * `total` how many causes there are; the first 50 are told, with the first 20 connections of each.
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
 * Sends the alerts of a cause again that came before an instant, oldest first, at most 500 at a time:
 * while some are `left`, ask again with the same input. None is sent again twice for the same `before`.
 */
const resend = signedIn
  .route({ method: 'POST', path: '/failures/resend' })
  .meta({ changes: ['alerts', 'connections', 'queue'] })
  .input(failureScopeSchema.extend({ cause: causeSchema, before: instantSchema }))
  .output(z.object({ resent: z.number(), left: z.number() }))

export const failures = { list, resend }
