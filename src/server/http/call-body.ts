/** Limits and parsing of the bodies of calls. */

import { StandardOpenAPIMatcher } from '@orpc/openapi/standard'
import { ORPCError } from '@orpc/server'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import pLimit from 'p-limit'
import { z } from 'zod'
import type { ReadSignedIn } from '#server/accounts/credentials.ts'
import { clock } from '#server/base/clock.ts'
import { refusalOfCall } from '#server/operations/callers.ts'
import type { createOperations } from '#server/operations/operations.ts'
import { contract } from '#shared/contract/contract.ts'
import { largestInput } from '#shared/contract/largest-input.ts'
import { lazily } from '#shared/lazily.ts'
import { importTexts } from '#shared/texts/import.ts'
import { bodyTooLarge, errorAnswer } from './error-answer.ts'
import { isPlainJson } from './plain-json.ts'

/** Least body limit of any call, and the limit of calls that need no sign-in. */
const LEAST_BYTES = 16_384
/** Bodies from this size on are parsed one at a time. */
const LARGE_BYTES = 65_536

/**
 * Accepts only bodies that the call can take: JSON or a file, no longer than its input may be, and from a
 * signed-in user if the call requires one. Other bodies are not read.
 */
export function limitBodies({
  operations,
  readSignedIn,
}: {
  operations: ReturnType<typeof createOperations>
  readSignedIn: ReadSignedIn
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
    if (isForUsers(call.procedure)) {
      const refusal = refusalOfCall(await readSignedIn(c.req.raw.headers), call.path)
      if (refusal) return c.json(refusal.toJSON(), refusal.status as ContentfulStatusCode)
    }
    const asked = takesFile(call.procedure) ? FILE_TYPE : JSON_TYPE
    return typeOf(c) === asked ? limit(c, next) : wrongType(c, asked)
  }
}

export const JSON_TYPE = 'application/json'
const FILE_TYPE = 'application/octet-stream'

/** Content type without parameters; JSON if the request does not state one. */
export const typeOf = (c: Context): string =>
  (c.req.header('content-type') || JSON_TYPE).split(';')[0]?.trim().toLowerCase() ?? ''

const takesFile = (call: { '~orpc': { inputSchema?: unknown } }): boolean =>
  call['~orpc'].inputSchema instanceof z.ZodFile

/** Limits by the call's name; the contract of a process does not change. */
const bodyLimits = lazily((): Map<string | undefined, MiddlewareHandler> => {
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
})

const isForUsers = (call: { '~orpc': { errorMap: object } }): boolean =>
  'UNAUTHORIZED' in call['~orpc'].errorMap

const inTurn = pLimit(1)

/**
 * Value of a body, if there is one; a file is returned unparsed. Large JSON bodies are parsed one at a time,
 * with a turn of the event loop in between.
 * @throws Error if it is no JSON, or more complex than the input of any call
 */
export async function readValue(c: Context): Promise<unknown> {
  const body = await c.req.arrayBuffer()
  if (typeOf(c) === FILE_TYPE) return new File([body], 'body', { type: FILE_TYPE })
  const bytes = new Uint8Array(body)
  if (bytes.length < LARGE_BYTES) return parse(bytes)
  return inTurn(async () => {
    await clock.turn()
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

export function wrongType(c: Context, asked: typeof JSON_TYPE | typeof FILE_TYPE): Response {
  const words = { [JSON_TYPE]: 'JSON', [FILE_TYPE]: `un archivo, como ${FILE_TYPE}` }
  return errorAnswer(c, 415, 'UNSUPPORTED_MEDIA_TYPE', `La petición tiene que ser ${words[asked]}.`)
}

/** An error of the call's contract. */
const refused = (c: Context, status: ContentfulStatusCode, code: string, message: string) =>
  c.json(new ORPCError(code, { status, message, defined: true }).toJSON(), status)
