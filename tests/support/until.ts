import { setTimeout as pause } from 'node:timers/promises'

const LOOK_EVERY_MS = 20
const PATIENCE_MS = 300_000

/** @throws Error that names the unmet condition */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = PATIENCE_MS,
): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`)
    await pause(LOOK_EVERY_MS)
  }
}
