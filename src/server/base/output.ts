import { constants, openSync, writeSync } from 'node:fs'
import { clock, type Timer } from './clock.ts'

/** Once this many bytes are buffered, further lines are dropped and counted. */
const MAX_BUFFERED_BYTES = 1_048_576
/**
 * Milliseconds in which lines after a first one are collected, because each write costs a system call and
 * wakes the reader.
 */
const REST_MS = 50
/** Once this many bytes are buffered, they are written without waiting for more. */
const FLUSH_BYTES = 65_536

/**
 * Standard output or error of this process. Its reader may be slow or gone and its disk full, so writing
 * never throws and never blocks. Bytes that cannot be written at once are buffered. When the buffer is full,
 * lines are dropped, and a later line says how many.
 */
export class Output {
  readonly #fd: number
  #buffered: Buffer[] = []
  #bufferedBytes = 0
  #dropped = 0
  #rest: Timer | undefined
  #isStalled = false

  /** @param stream the process's own stream: Node makes its pipes and sockets non-blocking */
  constructor(stream: { fd: number; isTTY?: boolean }) {
    this.#fd = stream.isTTY ? openTerminal(stream.fd) : stream.fd
  }

  /** @param line with its line feed */
  write(line: string): void {
    if (this.#bufferedBytes >= MAX_BUFFERED_BYTES) this.#dropped += 1
    else this.#buffer(line)
    const isEnough = this.#bufferedBytes >= FLUSH_BYTES && !this.#isStalled
    if (!this.#rest || isEnough) this.flush()
  }

  #buffer(line: string): void {
    const bytes = Buffer.from(line)
    this.#buffered.push(bytes)
    this.#bufferedBytes += bytes.length
  }

  /** Writes as much of the buffer as it can: the end of the process does not wait for the rest. */
  flush(): void {
    this.#rest?.cancel()
    this.#rest = undefined
    if (this.#bufferedBytes === 0) return
    let rest = Buffer.concat(this.#buffered)
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(this.#fd, rest))
    } catch {
      // The next flush tries the rest again.
    }
    this.#isStalled = rest.length > 0
    this.#rest = clock.timer(REST_MS, () => this.flush()).unref()
    this.#buffered = rest.length > 0 ? [rest] : []
    this.#bufferedBytes = rest.length
    if (this.#dropped > 0 && rest.length === 0) this.#reportDropped()
  }

  #reportDropped(): void {
    const [time, msg] = [
      new Date(clock.now()).toISOString(),
      `${this.#dropped} lines could not be written`,
    ]
    this.#dropped = 0
    this.write(`${JSON.stringify({ level: 'warn', time, msg })}\n`)
  }
}

/** Reopens the terminal as non-blocking for this process alone; other processes share the first descriptor. */
function openTerminal(fd: number): number {
  try {
    return openSync(`/dev/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  } catch {
    return fd
  }
}
