import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { clock } from './clock.ts'

const LOOK_EVERY_MS = 60_000
/** The event loop is idle if it has worked for less than this share of the time. */
const IDLE_SHARE = 0.02
const WORTH_BYTES = 16 * 2 ** 20

type Memory = {
  /** The memory that the system has given to the heap, in bytes. */
  heapSize: () => number
  /** Returns unused heap memory to the system; stops the event loop for tens of milliseconds. */
  collect: () => void
  /** The share of the time since the last call in which the event loop worked. */
  workedShare: () => number
}

/**
 * Returns memory to the system: the 30 MB that loading the sources took, at once, and the growth in a flood
 * of alerts, once the process is idle. V8 by itself keeps the young generation at its largest size.
 */
export function keepMemorySmall({ heapSize, collect, workedShare }: Memory = ownMemory()): void {
  collect()
  let least = heapSize()
  const look = () => {
    if (workedShare() > IDLE_SHARE || heapSize() - least < WORTH_BYTES) return
    collect()
    least = heapSize()
  }
  clock.interval(LOOK_EVERY_MS, look).unref()
}

function ownMemory(): Memory {
  setFlagsFromString('--expose-gc')
  const gc: NodeJS.GCFunction = runInNewContext('gc')
  let before = clock.eventLoop()
  return {
    heapSize: () => getHeapStatistics().total_heap_size,
    collect: () => gc({ type: 'major', flavor: 'last-resort' }),
    workedShare() {
      const now = clock.eventLoop()
      const { utilization } = clock.eventLoop(now, before)
      before = now
      return utilization
    },
  }
}
