const LOOK_EVERY_MS = 100

/**
 * Tells ten times a second by how many milliseconds a timer came late: for as long nobody was answered.
 * A stop between two looks is told as what was left of it.
 */
export function watchEventLoop(onDelay: (ms: number) => void): Disposable {
  let due = performance.now() + LOOK_EVERY_MS
  const timer = setInterval(() => {
    const now = performance.now()
    onDelay(Math.max(0, now - due))
    due = now + LOOK_EVERY_MS
  }, LOOK_EVERY_MS).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
