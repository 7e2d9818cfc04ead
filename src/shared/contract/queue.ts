import { z } from 'zod'
import { idSchema } from '../model/id.ts'
import {
  countedSchema,
  queueDropSchema,
  queuePauseSchema,
  queuePlaceSchema,
  queueQuerySchema,
  queueSchema,
} from '../model/queue.ts'
import { notFound, signedIn } from './calls.ts'

/** Waiting alerts by chat, and why they wait; a page of 25 chats. */
const list = signedIn
  .route({ method: 'GET', path: '/queue' })
  .input(queueQuerySchema)
  .output(queueSchema)

/** Why an alert waits, and its position; null if it is not waiting (any more). */
const place = signedIn
  .route({ method: 'GET', path: '/queue/alerts/{id}' })
  .input(z.object({ id: idSchema }))
  .output(queuePlaceSchema.nullable())
  .errors(notFound)

/**
 * Pauses sending to a chat, or to all, until resumed; requests in flight are completed, and connection tests
 * are sent all the same. A chat that is already paused keeps its `since`.
 */
const pause = signedIn
  .route({ method: 'POST', path: '/queue/pause' })
  .meta({ changes: ['queue', 'connections'] })
  .input(queuePauseSchema)
  .output(z.object({ paused: z.literal(true) }))
  .errors(notFound)

/**
 * Ends the pause of one chat, which stays paused while all are; without a chat, resumes all, also the individually
 * paused ones.
 */
const resume = signedIn
  .route({ method: 'POST', path: '/queue/resume' })
  .meta({ changes: ['queue', 'connections'] })
  .input(queuePauseSchema)
  .output(
    z.object({
      /** True if the chat is still paused because all are. */
      paused: z.boolean(),
    }),
  )
  .errors(notFound)

/** Number of alerts that `drop` would drop. */
const count = signedIn
  .route({ method: 'GET', path: '/queue/count' })
  .input(queueDropSchema)
  .output(countedSchema)
  .errors(notFound)

/**
 * Fails the alerts that have waited since `before` or longer, as «Descartada de la espera»; they can be sent
 * again. Takes effect at once, for any number of alerts; the history is updated in steps.
 */
const drop = signedIn
  .route({ method: 'POST', path: '/queue/drop' })
  .meta({ changes: ['queue', 'alerts', 'connections'] })
  .input(queueDropSchema)
  .output(z.object({ dropped: z.number() }))
  .errors(notFound)

export const queue = { list, place, pause, resume, count, drop }
