import { setImmediate as realTurn } from 'node:timers/promises'
import { clock } from '#server/base/clock.ts'

/** Event loop turns without a sign of work after which only timers can continue. */
const QUIET_TURNS = 4
/** Interval at which a condition is checked. */
const LOOK_EVERY_MS = 100

type Waiting = { at: number; order: number; run: () => void; every?: number }

export type VirtualTime = ReturnType<typeof virtualTime>

/**
 * Virtual time of this process until disposal: does not advance while anything works, and jumps
 * from timer to timer while a test waits. Timers of one instant run in the order in which they were
 * set.
 * @param start milliseconds since 1970
 */
export function virtualTime(start = Date.parse('2026-03-02T09:00:00Z')) {
  const real = { ...clock }
  const waiting = new Set<Waiting>()
  let now = 0
  let wall = start
  let order = 0
  let work = 0
  let held = 0

  function wait(milliseconds: number, run: () => void, every?: number) {
    work += 1
    const one: Waiting = { at: now + Math.max(0, milliseconds), order: order++, run }
    if (every !== undefined) one.every = every
    waiting.add(one)
    const timer = {
      cancel: () => void waiting.delete(one),
      unref: () => timer,
    }
    return timer
  }

  function moveTo(next: number): void {
    wall += next - now
    now = next
  }

  const RealDate = Date
  // Libraries read the date too.
  globalThis.Date = dateAt(() => wall)
  Object.assign(clock, {
    monotonic: () => now,
    timer: (milliseconds: number, run: () => void) => wait(milliseconds, run),
    interval: (milliseconds: number, run: () => void) => wait(milliseconds, run, milliseconds),
    async turn() {
      work += 1
      await real.turn()
      work += 1
    },
    nextTurn(run: () => void) {
      work += 1
      real.nextTurn(() => {
        work += 1
        run()
      })
    },
  })

  /** Resolves when all work that does not wait for time has ended. */
  async function settle(): Promise<void> {
    for (let quiet = 0, seen = work; quiet < QUIET_TURNS; quiet += 1) {
      await realTurn()
      const isLast = quiet === QUIET_TURNS - 1
      if (work !== seen || held > 0 || (isLast && usesFiles())) quiet = 0
      seen = work
    }
  }

  function nextWaiting(): Waiting | undefined {
    let next: Waiting | undefined
    for (const one of waiting)
      if (!next || one.at < next.at || (one.at === next.at && one.order < next.order)) next = one
    return next
  }

  async function passTo(end: number): Promise<void> {
    for (;;) {
      await settle()
      const next = nextWaiting()
      if (!next || next.at > end) break
      moveTo(next.at)
      waiting.delete(next)
      if (next.every !== undefined) {
        waiting.add(Object.assign(next, { at: now + next.every, order: order++ }))
      }
      next.run()
    }
    moveTo(end)
  }

  /** Advances by whole steps until a timer has run, since state changes only then. */
  async function passSteps(step: number, end = Number.POSITIVE_INFINITY): Promise<void> {
    await settle()
    const steps = Math.ceil(((nextWaiting()?.at ?? 0) - now) / step)
    await passTo(Math.min(end, now + step * Math.max(1, steps)))
  }

  return {
    /** Milliseconds since the beginning. */
    get now() {
      return now
    },
    /** Signals work: time stops a little longer. */
    worked() {
      work += 1
    },
    settle,
    /** Stops time until the promise settles: for work that the machine does in real time. */
    hold(working: Promise<unknown>) {
      held += 1
      const release = () => {
        held -= 1
      }
      working.then(release, release)
    },
    /** Drops all timers set before, as at the end of a process. */
    dropTimers: () => waiting.clear(),
    /** Advances by the given time. */
    pass: (milliseconds: number) => passTo(now + milliseconds),
    passSteps: (step: number) => passSteps(step),
    /** Advances until the condition holds. @throws Error that names a condition that never did */
    async until(
      what: string,
      holds: () => boolean | Promise<boolean>,
      within = 3_600_000,
    ): Promise<void> {
      const end = now + within
      await settle()
      while (!(await holds())) {
        if (now >= end) throw new Error(`not within ${within} virtual ms: ${what}`)
        await passSteps(LOOK_EVERY_MS, end)
      }
    },
    /** Shifts the wall clock; the monotonic clock goes on. */
    step(milliseconds: number) {
      wall += milliseconds
    },
    [Symbol.dispose]() {
      Object.assign(clock, real)
      globalThis.Date = RealDate
    },
  }
}

/** True while a file is being removed, which takes real time. Node does not report files read by promises. */
const usesFiles = (): boolean =>
  process.getActiveResourcesInfo().some(resource => resource.startsWith('FSReq'))

/** A `Date` with another current time. */
function dateAt(now: () => number): DateConstructor {
  return class extends Date {
    constructor(...parts: Parameters<DateConstructor> | []) {
      super(...((parts.length === 0 ? [now()] : parts) as [number]))
    }
    static override now = now
  } as DateConstructor
}
