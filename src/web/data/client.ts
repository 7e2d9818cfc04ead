import { createORPCClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { changesOf } from '#shared/contract/call-meta.ts'
import { contract } from '#shared/contract/contract.ts'
import type { Collection } from '#shared/model/live-event.ts'
import { confirmIdentity, REAUTHENTICATION_REQUIRED } from './reauthentication.ts'
import { CALL_TIMEOUT_MS, timeoutSignal } from './timeout.ts'

/** Options of a call, besides its input. */
interface CallContext {
  /** Makes the answer a stream without a timeout; called for all bytes that arrive, comments included. */
  onBytes?: () => void
  /** Completes the call even when the page is being left. */
  outlivesPage?: boolean
}

let onChange = (_collections: readonly Collection[]): void => {}

/**
 * Sets the listener for the collections that a call changes by its contract, called once the call has been
 * answered.
 */
export function onChanges(listener: typeof onChange): void {
  onChange = listener
}

/**
 * The contract's calls. They throw the contract's errors; `isDefinedError` of oRPC tells them apart. A call
 * that times out is aborted, so that an answer that comes later has no effect in this browser.
 */
export const client: JsonifiedClient<ContractRouterClient<typeof contract, CallContext>> =
  createORPCClient(
    new OpenAPILink<CallContext>(contract, {
      url: () => new URL('/api', location.origin),
      interceptors: [
        async ({ path, next }) => {
          try {
            const output = await next()
            onChange(changesOf(path))
            return output
          } catch (error) {
            // A refusal means that this browser's data is out of date.
            if (error instanceof ORPCError && !isUnauthorized(error)) onChange(changesOf(path))
            throw error
          }
        },
        async ({ next, signal }) => {
          try {
            return await next()
          } catch (error) {
            if (!(error instanceof ORPCError) || error.code !== REAUTHENTICATION_REQUIRED)
              throw error
          }
          await confirmIdentity(signal)
          return next()
        },
      ],
      fetch: async (request, init, { context: { onBytes, outlivesPage } }, path) => {
        if (onBytes) return toldOf(ours(await fetch(request, init)), onBytes)
        const limit = timeoutSignal(limits[path.join('.')])
        const signal = AbortSignal.any([request.signal, limit])
        return ours(await fetch(request, { ...init, signal, keepalive: outlivesPage ?? false }))
      },
    }),
  )

const asksTelegram = 2 * CALL_TIMEOUT_MS
const movesEverything = 4 * CALL_TIMEOUT_MS

/** Timeouts of inherently slow calls, in milliseconds. */
const limits: Record<string, number> = {
  'chatLinks.confirm': asksTelegram,
  'chatLinks.create': asksTelegram,
  'chatLinks.removeWebhook': asksTelegram,
  'chatLinks.retry': asksTelegram,
  'connections.test': asksTelegram,
  'diagnosis.read': asksTelegram,
  'reconciliation.compare': movesEverything,
  'telegram.bot': asksTelegram,
  'telegram.chat': asksTelegram,
  'telegram.chats': asksTelegram,
  'data.exportAll': movesEverything,
  'data.importAll': movesEverything,
  'data.reset': movesEverything,
}

/** Throws if the answer is an HTML page, which comes from a proxy or a hotel's sign-in page; its status is ignored. */
function ours(response: Response): Response {
  if (response.headers.get('content-type')?.startsWith('text/html'))
    throw new Error(`A page came instead of an answer, with status ${response.status}`)
  return response
}

function toldOf(response: Response, onBytes: () => void): Response {
  const told = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, out) {
      onBytes()
      out.enqueue(bytes)
    },
  })
  return new Response(response.body?.pipeThrough(told) ?? null, response)
}

/** The same calls as options for `useQuery` and `useMutation`. */
export const api = createTanstackQueryUtils(client)

/** True for an answer 401: the session has ended. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof ORPCError && error.status === 401
