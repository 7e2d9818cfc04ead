import { constants, openSync, writeSync } from 'node:fs'
import { clock, type Timer } from './clock.ts'

/** Lines beyond this are dropped and counted. */
const MAX_BUFFERED_BYTES = 1_048_576
const RETRY_MS = 50

/**
 * Standard output or error of this process. Its reader may be slow or gone and its disk full, so
 * writing never throws and never blocks. What cannot be written at once is buffered. When the buffer
 * is full, lines are dropped, and a later line says how many.
 */
export class Output {
  readonly #fd: number
  #buffered: Buffer[] = []
  #bufferedBytes = 0
  #dropped = 0
  #retry: Timer | undefined

  /** @param stream the process's own stream: Node makes its pipes and sockets non-blocking */
  constructor(stream: { fd: number; isTTY?: boolean }) {
    this.#fd = stream.isTTY ? openTerminal(stream.fd) : stream.fd
  }

  /** @param line with its line feed */
  write(line: string): void {
    if (this.#bufferedBytes >= MAX_BUFFERED_BYTES) this.#dropped += 1
    else this.#buffer(line)
    if (!this.#retry) this.#flush()
  }

  #buffer(line: string): void {
    const bytes = Buffer.from(line)
    this.#buffered.push(bytes)
    this.#bufferedBytes += bytes.length
  }

  #flush(): void {
    this.#retry = undefined
    let rest = Buffer.concat(this.#buffered)
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(this.#fd, rest))
    } catch {
      this.#retry = clock.timer(RETRY_MS, () => this.#flush()).unref()
    }
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

/** Opens the terminal again, non-blocking for this process alone: others share the first descriptor. */
function openTerminal(fd: number): number {
  try {
    return openSync(`/dev/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  } catch {
    return fd
  }
}
