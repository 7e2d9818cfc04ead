/** What a call may be sent, and how it is read. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { StandardOpenAPIMatcher } from '@orpc/openapi/standard'
import { ORPCError } from '@orpc/server'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import pLimit from 'p-limit'
import type { SignedIn } from '#server/accounts/read-session.ts'
import type { createOperations } from '#server/operations/operations.ts'
import { contract } from '#shared/contract/contract.ts'
import { largestInput } from '#shared/contract/largest-input.ts'
import { importTexts } from '#shared/texts.ts'
import { bodyTooLarge, errorAnswer } from './error-answer.ts'
import { isPlainJson } from './plain-json.ts'

/** Of any call, and all that a stranger may send. */
const LEAST_BYTES = 16_384
/** Smaller ones are parsed at once. */
const LARGE_BYTES = 65_536

/**
 * Lets pass what a call can be sent: JSON no longer than its input may be, and of a signed-in user where
 * it asks for one. Nothing of any other body is read.
 */
export function limitBodies({
  operations,
  readSignedIn,
}: {
  operations: ReturnType<typeof createOperations>
  readSignedIn: (headers: Headers) => Promise<SignedIn | null>
}): MiddlewareHandler {
  const matcher = new StandardOpenAPIMatcher()
  matcher.init(operations)
  const limits = bodyLimits()
  return async (c, next) => {
    if (c.req.header('content-length') === '0' || !c.req.raw.body) return next()
    const path = new URL(c.req.url).pathname.replace(/^\/api\/|\/$/g, '')
    const call = await matcher.match(c.req.method, `/${path}`)
    const limit = limits.get(call?.path.join('.'))
    if (!call || !limit) return c.notFound()
    if (isForUsers(call.procedure) && !(await readSignedIn(c.req.raw.headers)))
      return refused(c, 401, 'UNAUTHORIZED', 'User not authenticated')
    const type = c.req.header('content-type') || JSON_TYPE
    if (type.split(';')[0]?.trim().toLowerCase() !== JSON_TYPE) return notJson(c)
    return limit(c, next)
  }
}

const JSON_TYPE = 'application/json'

/** By the call's name. */
function bodyLimits(): Map<string | undefined, MiddlewareHandler> {
  const limits = new Map<string | undefined, MiddlewareHandler>()
  for (const [noun, verbs] of Object.entries(contract))
    for (const [verb, call] of Object.entries(verbs)) {
      const { inputSchema, errorMap } = call['~orpc']
      const maxSize = isForUsers(call)
        ? Math.max(LEAST_BYTES, largestInput(inputSchema))
        : LEAST_BYTES
      const onError = 'IMPORT_TOO_LARGE' in errorMap ? fileTooLarge : bodyTooLarge
      limits.set(`${noun}.${verb}`, bodyLimit({ maxSize, onError }))
    }
  return limits
}

const isForUsers = (call: { '~orpc': { errorMap: object } }): boolean =>
  'UNAUTHORIZED' in call['~orpc'].errorMap

const inTurn = pLimit(1)

/**
 * The value of a body, if there is one. Large ones are parsed one by one, with a turn of the event loop
 * in between.
 * @throws Error when it is no JSON, or none that any call could take
 */
export async function readValue(c: Context): Promise<unknown> {
  const bytes = new Uint8Array(await c.req.arrayBuffer())
  if (bytes.length < LARGE_BYTES) return parse(bytes)
  return inTurn(async () => {
    await nextTurn()
    return parse(bytes)
  })
}

function parse(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined
  if (!isPlainJson(bytes)) throw new Error('this would take long to parse')
  return JSON.parse(new TextDecoder().decode(bytes))
}

const fileTooLarge = (c: Context): Response =>
  refused(c, 413, 'IMPORT_TOO_LARGE', importTexts.tooLarge)

const notJson = (c: Context): Response =>
  errorAnswer(c, 415, 'UNSUPPORTED_MEDIA_TYPE', 'La petición tiene que ser JSON.')

/** An error of the call's contract. */
const refused = (c: Context, status: ContentfulStatusCode, code: string, message: string) =>
  c.json(new ORPCError(code, { status, message, defined: true }).toJSON(), status)
