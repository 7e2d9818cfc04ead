import { clock } from '#server/base/clock.ts'

const LOOK_EVERY_MS = 100

/**
 * Reports ten times a second how many milliseconds late a timer fired: a time in which no request was
 * answered. A stall that begins between two ticks is reported only from the next tick's due time on.
 */
export function watchEventLoop(onDelay: (ms: number) => void): Disposable {
  let due = clock.monotonic() + LOOK_EVERY_MS
  const look = () => {
    const now = clock.monotonic()
    onDelay(Math.max(0, now - due))
    due = now + LOOK_EVERY_MS
  }
  const timer = clock.interval(LOOK_EVERY_MS, look).unref()
  return { [Symbol.dispose]: () => timer.cancel() }
}
