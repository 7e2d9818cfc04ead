import { SmartCoercionPlugin } from '@orpc/json-schema'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { ORPCError, onError, ValidationError } from '@orpc/server'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Auth } from '#server/accounts/auth.ts'
import type { ReadSignedIn } from '#server/accounts/credentials.ts'
import { FairSemaphore, NoTurnError } from '#server/base/fair-semaphore.ts'
import type { Live } from '#server/live/live.ts'
import type { CallContext } from '#server/operations/callers.ts'
import type { createOperations } from '#server/operations/operations.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { StoreBusyError } from '#server/store/engine/store-errors.ts'
import type { SearchIndex } from '#server/store/history/history.ts'
import { tooManyRequests } from '#shared/contract/calls.ts'
import { truncate } from '#shared/format.ts'
import { limitBodies, readValue } from './call-body.ts'
import { compressAnswers } from './compress.ts'
import { descriptionRoutes } from './description/description.ts'
import { storeTrouble } from './error-answer.ts'
import type { ClientEnv } from './identify-client.ts'
import { requestIdOf } from './request-id.ts'

const MAX_ISSUES = 20
/** Max length of a validation message and of each path segment; paths contain client-supplied keys. */
const MAX_ISSUE_LENGTH = 200
/** Concurrent calls per account: half of the database's connections. Others wait, so that a burst causes no errors. */
const CALL_TURNS = {
  atOnce: Number.POSITIVE_INFINITY,
  ofEach: 2,
  waiting: Number.POSITIVE_INFINITY,
  waitingOfEach: 200,
  patience: 10_000,
}
/** Seconds. */
const NO_TURN_RETRY_AFTER = '1'

const toJsonSchema = new ZodToJsonSchemaConverter()
const coercion = new SmartCoercionPlugin<ApiContext>({ schemaConverters: [toJsonSchema] })

type ApiContext = CallContext & { readBody: () => Promise<unknown>; requestId: string }

/** The contract's calls under /api, and their description. */
export function apiRoutes({
  operations,
  db,
  reader,
  search,
  live,
  readSignedIn,
  auth,
  publicUrl,
  log,
}: {
  operations: ReturnType<typeof createOperations>
  db: Database
  reader: Database
  search: SearchIndex
  live: Live
  readSignedIn: ReadSignedIn
  auth: Pick<Auth, 'renewSession'>
  publicUrl: string
  log: Logger
}): Hono<ClientEnv> {
  const handler = new OpenAPIHandler<ApiContext>(operations, {
    plugins: [coercion],
    interceptors: [
      onError(error => {
        throw error instanceof ORPCError ? error : unreadable()
      }),
      ({ next, ...options }) =>
        next({ ...options, request: { ...options.request, body: options.context.readBody } }),
    ],
    clientInterceptors: [
      onError((error, { context }) => {
        if (error instanceof NoTurnError) context.setHeader('Retry-After', NO_TURN_RETRY_AFTER)
        throw inSpanish(error, context.requestId, log)
      }),
    ],
  })
  const turns = new FairSemaphore(CALL_TURNS)

  const routes = new Hono<ClientEnv>()
  routes.route('/', descriptionRoutes(toJsonSchema))
  routes.use('/api/*', compressAnswers({ publicUrl }))
  routes.all('/api/*', limitBodies({ operations, readSignedIn }), async c => {
    const { headers } = c.req.raw
    const { matched, response } = await handler.handle(c.req.raw, {
      prefix: '/api',
      context: {
        db,
        reader,
        search,
        live,
        readSignedIn: () => readSignedIn(headers),
        renewSession: () => auth.renewSession(headers, { confirmed: false }),
        readBody: () => readValue(c),
        requestId: requestIdOf(c.env.outgoing),
        turns,
        network: c.get('client').network,
        setHeader: (name, value) => c.header(name, value),
        concerns: name => c.set('concerned', name),
      },
    })
    // An export holds bot tokens.
    c.header('Cache-Control', 'no-store')
    return matched ? c.newResponse(response.body, response) : c.notFound()
  })
  return routes
}

/** Converts every error that a call throws to the contract's form: a code and a Spanish message. */
function inSpanish(error: unknown, requestId: string, log: Logger): unknown {
  if (error instanceof StoreBusyError)
    return new ORPCError('STORE_BUSY', {
      status: 503,
      message: storeTrouble(error),
    })
  if (error instanceof NoTurnError)
    return new ORPCError('TOO_MANY_REQUESTS', { message: tooManyRequests, defined: true })
  if (!(error instanceof ORPCError)) {
    log.error({ err: error, requestId }, 'a call failed')
    return internalError()
  }
  if (error.code === 'BAD_REQUEST') return refusedInput(error)
  if (error.code === 'INTERNAL_SERVER_ERROR') {
    log.error(
      { err: error.cause ?? error, requestId },
      'a call answered what its contract does not know',
    )
    return internalError()
  }
  return error
}

function refusedInput(error: ORPCError<string, unknown>): ORPCError<string, unknown> {
  if (!(error.cause instanceof ValidationError)) return unreadable()
  const issues = z.array(issueSchema).parse(error.cause.issues.slice(0, MAX_ISSUES))
  return new ORPCError('INPUT_INVALID', {
    status: 422,
    message: issues[0]?.message ?? 'Revisa los datos marcados.',
    data: { issues },
    defined: true,
  })
}

const shortened = z.string().transform(text => truncate(text, MAX_ISSUE_LENGTH))

const issueSchema = z.object({
  path: z.array(z.union([shortened, z.number()])).default([]),
  message: shortened,
})

const unreadable = () => new ORPCError('BAD_REQUEST', { message: 'La petición no se puede leer.' })

const internalError = () =>
  new ORPCError('INTERNAL_SERVER_ERROR', {
    message: 'Algo falló en el servidor. Vuelve a intentarlo.',
  })
