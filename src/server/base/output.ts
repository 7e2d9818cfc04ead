import { constants, openSync, writeSync } from 'node:fs'

/** The rest of a disk's or a reader's absence is counted, and not kept. */
const MOST_KEPT_BYTES = 1_048_576
const TRY_AGAIN_MS = 50

/**
 * Standard output or error of this process, which nobody may read and whose disk may be full: writing
 * never throws and never waits. What is not taken at once is kept and written when it is; of what is
 * too much to keep, a line then says how much it was.
 */
export class Output {
  readonly #fd: number
  #kept: Buffer[] = []
  #keptBytes = 0
  #lost = 0
  #again: NodeJS.Timeout | undefined

  /** @param stream of the process itself: having it keeps Node's pipes and sockets from blocking */
  constructor(stream: { fd: number; isTTY?: boolean }) {
    this.#fd = stream.isTTY ? openTerminal(stream.fd) : stream.fd
  }

  /** @param line with its line feed */
  write(line: string): void {
    if (this.#keptBytes >= MOST_KEPT_BYTES) this.#lost += 1
    else this.#keep(line)
    if (!this.#again) this.#writeKept()
  }

  #keep(line: string): void {
    const bytes = Buffer.from(line)
    this.#kept.push(bytes)
    this.#keptBytes += bytes.length
  }

  #writeKept(): void {
    this.#again = undefined
    let rest = Buffer.concat(this.#kept)
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(this.#fd, rest))
    } catch {
      this.#again = setTimeout(() => this.#writeKept(), TRY_AGAIN_MS).unref()
    }
    this.#kept = rest.length > 0 ? [rest] : []
    this.#keptBytes = rest.length
    if (this.#lost > 0 && rest.length === 0) this.#tellLost()
  }

  #tellLost(): void {
    const [time, msg] = [new Date().toISOString(), `${this.#lost} lines could not be written`]
    this.#lost = 0
    this.write(`${JSON.stringify({ level: 'warn', time, msg })}\n`)
  }
}

/** Once more and for this process alone, since others want to wait for a terminal that stands still. */
function openTerminal(fd: number): number {
  try {
    return openSync(`/dev/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  } catch {
    return fd
  }
}
