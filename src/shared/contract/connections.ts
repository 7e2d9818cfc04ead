import { z } from 'zod'
import { instantSchema } from '../model/alert.ts'
import { arrivalSchema } from '../model/arrival.ts'
import {
  connectionPatchSchema,
  connectionSchema,
  newConnectionSchema,
} from '../model/connection.ts'
import { idSchema, versionSchema } from '../model/id.ts'
import { connectionTexts } from '../texts/connections.ts'
import { editConflict, notFound, signedIn } from './calls.ts'

const byId = z.object({ id: idSchema })

const templateErrors = {
  NO_TEMPLATES: { status: 409, message: connectionTexts.noTemplates },
  TEMPLATE_UNKNOWN: { status: 409, message: connectionTexts.chooseTemplate },
} as const

/** Sorted by name. */
const list = signedIn
  .route({ method: 'GET', path: '/connections' })
  .output(z.array(connectionSchema))

/** To duplicate a connection, `copyTokenOf` names it in place of a token. */
const create = signedIn
  .route({ method: 'POST', path: '/connections', successStatus: 201 })
  .meta({ changes: ['connections', 'templates', 'profile'] })
  .input(newConnectionSchema)
  .output(connectionSchema)
  .errors({
    ...templateErrors,
    TOO_MANY_CONNECTIONS: { status: 409, message: connectionTexts.tooMany },
    COPIED_TOKEN_UNREADABLE: { status: 409, message: connectionTexts.copiedUnreadable },
    COPIED_CONNECTION_GONE: { status: 409, message: connectionTexts.copiedGone },
  })

const read = signedIn
  .route({ method: 'GET', path: '/connections/{id}' })
  .input(byId)
  .output(connectionSchema)
  .errors(notFound)

const update = signedIn
  .route({ method: 'PATCH', path: '/connections/{id}' })
  .meta({ changes: ['connections', 'templates', 'queue', 'notifications', 'errorLogs', 'watch'] })
  .input(connectionPatchSchema.extend({ id: idSchema, version: versionSchema.optional() }))
  .output(connectionSchema)
  .errors({ ...notFound, ...editConflict, ...templateErrors })

const remove = signedIn
  .route({ method: 'DELETE', path: '/connections/{id}', successStatus: 204 })
  .meta({
    changes: [
      'connections',
      'templates',
      'tvConfigs',
      'alerts',
      'notifications',
      'errorLogs',
      'watch',
    ],
  })
  .input(byId)
  .errors(notFound)

/** Sends the template, filled with test values, to the connection's chat at once. */
const test = signedIn
  .route({ method: 'POST', path: '/connections/{id}/test' })
  .meta({ changes: ['connections', 'notifications', 'errorLogs'], asksTelegram: true })
  .input(byId)
  .output(z.object({ ok: z.boolean(), message: z.string(), reason: z.string().nullable() }))
  .errors({
    ...notFound,
    TEST_RUNNING: { status: 409, message: 'Ya hay una prueba en marcha para esta conexión.' },
  })

/**
 * Durations of its latest deliveries, at most 1,000 and without resent alerts, from receipt to Telegram's answer; null
 * without any.
 */
const stats = signedIn
  .route({ method: 'GET', path: '/connections/{id}/stats' })
  .input(byId)
  .output(
    z.object({ timed: z.number(), p50Ms: z.number().nullable(), p95Ms: z.number().nullable() }),
  )
  .errors(notFound)

/**
 * The JSON to paste into TradingView's message field: the connection's id, and a value for `symbol`, `price` and each
 * key that the template and its buttons ask for.
 */
const payload = signedIn
  .route({ method: 'GET', path: '/connections/{id}/payload' })
  .input(byId)
  .output(z.record(z.string(), z.string()))
  .errors(notFound)

/**
 * Its latest arrivals, newest first, at most 20: accepted alerts and refused webhooks. `asOf` is the server's
 * time; as `since` of the next call, it yields later arrivals.
 */
const arrivals = signedIn
  .route({ method: 'GET', path: '/connections/{id}/arrivals' })
  .input(byId.extend({ since: instantSchema.optional() }))
  .output(z.object({ items: z.array(arrivalSchema), asOf: z.iso.datetime() }))
  .errors(notFound)

export const connections = { list, create, read, update, remove, test, stats, payload, arrivals }
