import { z } from 'zod'
import { idSchema, versionSchema } from '../model/id.ts'
import { tvConfigDraftSchema, tvConfigSchema } from '../model/tv-config.ts'
import { daySchema, watchTexts } from '../model/watch.ts'
import { tvConfigTexts } from '../texts/tv-configs.ts'
import { editConflict, notFound, signedIn } from './calls.ts'

const byId = z.object({ id: idSchema })

const draftErrors = {
  CONNECTION_UNKNOWN: { status: 409, message: tvConfigTexts.connectionGone },
  TOO_MANY_CONFIGS: { status: 409, message: tvConfigTexts.tooMany },
  CONFIGS_TOO_LARGE: { status: 409, message: tvConfigTexts.tooLarge },
} as const

/** Sorted by name. */
const list = signedIn.route({ method: 'GET', path: '/tv-configs' }).output(z.array(tvConfigSchema))

const create = signedIn
  .route({ method: 'POST', path: '/tv-configs', successStatus: 201 })
  .meta({ changes: ['tvConfigs', 'watch'] })
  .input(tvConfigDraftSchema)
  .output(tvConfigSchema)
  .errors(draftErrors)

const read = signedIn
  .route({ method: 'GET', path: '/tv-configs/{id}' })
  .input(byId)
  .output(tvConfigSchema)
  .errors(notFound)

const update = signedIn
  .route({ method: 'PUT', path: '/tv-configs/{id}' })
  .meta({ changes: ['tvConfigs', 'watch'] })
  .input(tvConfigDraftSchema.extend({ id: idSchema, version: versionSchema.optional() }))
  .output(tvConfigSchema)
  .errors({ ...notFound, ...editConflict, ...draftErrors })

const remove = signedIn
  .route({ method: 'DELETE', path: '/tv-configs/{id}', successStatus: 204 })
  .meta({ changes: ['tvConfigs', 'watch'] })
  .input(byId)
  .errors(notFound)

/**
 * Records that its alert was renewed in TradingView: the expiry moves to so many days after today, or after its
 * current day if that is still to come. With `expiresOn`, the day that the caller saw, any other stored day is
 * an edit conflict.
 */
const renew = signedIn
  .route({ method: 'POST', path: '/tv-configs/{id}/renew' })
  .meta({ changes: ['tvConfigs', 'watch'] })
  .input(byId.extend({ days: z.literal([30, 60]), expiresOn: daySchema.optional() }))
  .output(tvConfigSchema)
  .errors({
    ...notFound,
    ...editConflict,
    NO_EXPIRY: { status: 409, message: watchTexts.noExpiry },
  })

/** The JSON to paste into TradingView's message field: the connection's id and the saved fields. */
const payload = signedIn
  .route({ method: 'GET', path: '/tv-configs/{id}/payload' })
  .input(byId)
  .output(z.record(z.string(), z.string()))
  .errors(notFound)

export const tvConfigs = { list, create, read, update, remove, renew, payload }
