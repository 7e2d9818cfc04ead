/** Default timeout of a call. */
export const CALL_TIMEOUT_MS = 30_000

const EXPIRED = 'TimeoutError'

/** Aborts after `ms` milliseconds, with the error that `isTimeout` recognizes. */
export function timeoutSignal(ms = CALL_TIMEOUT_MS): AbortSignal {
  const limit = new AbortController()
  // Not `AbortSignal.timeout`, which ignores the clock that browser tests set for the page.
  setTimeout(() => limit.abort(new DOMException('No answer in time', EXPIRED)), ms)
  return limit.signal
}

export const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === EXPIRED
