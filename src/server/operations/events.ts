import { signedIn } from './callers.ts'

/** A stream ends after this time, and the browser opens a new one: none outlives its session. */
const LONGEST_STREAM_MS = 10 * 60_000

export const eventOperations = {
  stream: signedIn.events.stream.handler(({ context: { who, live }, signal }) => {
    const limit = AbortSignal.timeout(LONGEST_STREAM_MS)
    return live.listen(who, signal ? AbortSignal.any([signal, limit]) : limit)
  }),
}
