import { clock } from './clock.ts'

/** Max milliseconds of work before other work on the event loop gets a turn. */
const TURN_MS = 10

/** Does work in short steps, and yields to the event loop whenever `TURN_MS` have passed. */
export async function yieldingRun<T>(work: Generator<unknown, T>): Promise<T> {
  let turnBegan = clock.monotonic()
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    if (clock.monotonic() - turnBegan <= TURN_MS) continue
    await clock.turn()
    turnBegan = clock.monotonic()
  }
}
