import { clock } from './clock.ts'
/** The queue is full, or the request has waited too long. */
export class NoTurnError extends Error {
  override name = 'NoTurnError'
}

type Bounds = {
  /** Max concurrent turns: overall, and per caller. */
  atOnce: number
  ofEach: number
  /** Max waiting requests: overall, and per caller. */
  waiting: number
  waitingOfEach: number
  /** Milliseconds of waiting after which a request is rejected when its turn comes. */
  patience: number
}

type Line = { running: number; waiting: Waiting[] }
type Waiting = PromiseWithResolvers<void> & { since: number }

/** Limits concurrency and serves callers round-robin, so that no caller waits longer because another requests more. */
export class FairSemaphore {
  readonly #bounds: Bounds
  /** Callers with running or queued work, least recently served first. */
  readonly #lines = new Map<string, Line>()
  #running = 0
  #waiting = 0

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /**
   * @param who the caller
   * @param work receives whether it had to wait
   * @throws NoTurnError
   */
  async run<T>(who: string, work: (hasWaited: boolean) => Promise<T>): Promise<T> {
    const { turn, hasToWait } = this.#turn(who)
    await turn
    try {
      return await work(hasToWait)
    } finally {
      this.#end(who)
    }
  }

  #turn(who: string): { turn: Promise<void>; hasToWait: boolean } {
    const line = this.#lines.get(who) ?? { running: 0, waiting: [] }
    this.#makeRoom(line)
    const turn = { ...Promise.withResolvers<void>(), since: clock.monotonic() }
    line.waiting.push(turn)
    this.#waiting += 1
    this.#lines.set(who, line)
    this.#begin()
    return { turn: turn.promise, hasToWait: line.waiting.includes(turn) }
  }

  /**
   * If the queue is full, the longest line loses its newest request to a shorter line.
   * @throws NoTurnError if the line is full, or the queue is full and no line is longer by more than one
   */
  #makeRoom(line: Line): void {
    const { waiting, waitingOfEach } = this.#bounds
    if (line.waiting.length >= waitingOfEach) throw noRoom()
    if (this.#waiting < waiting) return
    let longest = line
    for (const other of this.#lines.values())
      if (other.waiting.length > longest.waiting.length) longest = other
    if (longest.waiting.length <= line.waiting.length + 1) throw noRoom()
    longest.waiting.pop()?.reject(noRoom())
    this.#waiting -= 1
  }

  #begin(): void {
    if (this.#waiting === 0) return
    // A line that is served moves to the end of the map, so it is visited again after all others.
    for (const [who, line] of this.#lines) {
      if (this.#running >= this.#bounds.atOnce) return
      if (line.running >= this.#bounds.ofEach) continue
      const next = this.#nextOf(line)
      if (!next) {
        if (line.running === 0) this.#lines.delete(who)
        continue
      }
      line.running += 1
      this.#running += 1
      this.#toTheEnd(who, line)
      next.resolve()
    }
  }

  #nextOf(line: Line): Waiting | undefined {
    for (;;) {
      const next = line.waiting.shift()
      if (!next) return undefined
      this.#waiting -= 1
      if (clock.monotonic() - next.since <= this.#bounds.patience) return next
      next.reject(new NoTurnError('those before it take too long'))
    }
  }

  #end(who: string): void {
    const line = this.#lines.get(who)
    if (!line) return
    line.running -= 1
    this.#running -= 1
    if (line.running === 0 && line.waiting.length === 0) this.#lines.delete(who)
    else this.#toTheEnd(who, line)
    this.#begin()
  }

  #toTheEnd(who: string, line: Line): void {
    this.#lines.delete(who)
    this.#lines.set(who, line)
  }
}

const noRoom = () => new NoTurnError('too many wait')
