import { clock } from './clock.ts'

/** How long this may keep the event loop from other work. */
const TURN_MS = 10

/** Does work that comes in short steps, with a turn of the event loop in between. */
export async function unhurried<T>(work: Generator<unknown, T>): Promise<T> {
  let turnBegan = clock.monotonic()
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    if (clock.monotonic() - turnBegan <= TURN_MS) continue
    await clock.turn()
    turnBegan = clock.monotonic()
  }
}
