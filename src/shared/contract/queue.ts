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

/** What waits to be sent, by chat, and why; a page of 25 chats. */
const list = signedIn
  .route({ method: 'GET', path: '/queue' })
  .input(queueQuerySchema)
  .output(queueSchema)

/** Why an alert waits; null when it does not wait (any more). */
const place = signedIn
  .route({ method: 'GET', path: '/queue/alerts/{id}' })
  .input(z.object({ id: idSchema }))
  .output(queuePlaceSchema.nullable())
  .errors(notFound)

/**
 * Nothing more is sent to the chat, or to any, until it goes on; what is on its way arrives. Only a
 * connection test is sent all the same. A chat that is paused already stays so, since then.
 */
const pause = signedIn
  .route({ method: 'POST', path: '/queue/pause' })
  .meta({ changes: ['queue', 'connections'] })
  .input(queuePauseSchema)
  .output(z.object({ paused: z.literal(true) }))
  .errors(notFound)

/** One chat goes on, unless all are paused; without a chat all go on, also those paused one by one. */
const resume = signedIn
  .route({ method: 'POST', path: '/queue/resume' })
  .meta({ changes: ['queue', 'connections'] })
  .input(queuePauseSchema)
  .output(
    z.object({
      /** The chat is still paused, because all are. */
      paused: z.boolean(),
    }),
  )
  .errors(notFound)

/** How many would be dropped. */
const count = signedIn
  .route({ method: 'GET', path: '/queue/count' })
  .input(queueDropSchema)
  .output(countedSchema)
  .errors(notFound)

/**
 * What has waited since `before` or longer is not sent: it fails, «Descartada de la espera», and can be
 * sent again. It holds at once, however many they are; in the history they follow in steps.
 */
const drop = signedIn
  .route({ method: 'POST', path: '/queue/drop' })
  .meta({ changes: ['queue', 'alerts', 'connections'] })
  .input(queueDropSchema)
  .output(z.object({ dropped: z.number() }))
  .errors(notFound)

export const queue = { list, place, pause, resume, count, drop }
