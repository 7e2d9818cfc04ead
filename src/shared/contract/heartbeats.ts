import { z } from 'zod'
import { idSchema } from '../model/id.ts'
import {
  heartbeatDraftSchema,
  heartbeatSchema,
  silencePeriods,
  watchTexts,
} from '../model/watch.ts'
import { notFound, signedIn } from './calls.ts'

const byId = z.object({ id: idSchema })

/** In order of creation. */
const list = signedIn.route({ method: 'GET', path: '/heartbeats' }).output(z.array(heartbeatSchema))

const create = signedIn
  .route({ method: 'POST', path: '/heartbeats', successStatus: 201 })
  .meta({ changes: ['watch'] })
  .input(heartbeatDraftSchema)
  .output(heartbeatSchema)
  .errors({ TOO_MANY_HEARTBEATS: { status: 409, message: watchTexts.tooManyHeartbeats } })

const update = signedIn
  .route({ method: 'PUT', path: '/heartbeats/{id}' })
  .meta({ changes: ['watch'] })
  .input(heartbeatDraftSchema.extend({ id: idSchema }))
  .output(heartbeatSchema)
  .errors(notFound)

/** Suppresses its alarms; `none` ends the silence. */
const silence = signedIn
  .route({ method: 'POST', path: '/heartbeats/{id}/silence' })
  .meta({ changes: ['watch'] })
  .input(byId.extend({ period: z.enum(silencePeriods) }))
  .output(heartbeatSchema)
  .errors(notFound)

/** Deletes it; its URL stops working. */
const remove = signedIn
  .route({ method: 'DELETE', path: '/heartbeats/{id}', successStatus: 204 })
  .meta({ changes: ['watch'] })
  .input(byId)
  .errors(notFound)

export const heartbeats = { list, create, update, silence, remove }
