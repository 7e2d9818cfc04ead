import { clock } from '#server/base/clock.ts'

const LOOK_EVERY_MS = 100

/**
 * Tells ten times a second by how many milliseconds a timer came late: for as long nobody was answered.
 * A stop between two looks is told as what was left of it.
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
