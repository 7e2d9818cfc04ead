import { randomBytes } from 'node:crypto'

/** 128 random bits: a connection's id is its webhook's secret. */
export const newConnectionId = (): string => randomBytes(16).toString('base64url')
export const CONNECTION_ID_LENGTH = 22
/** Min length of an imported id that is kept; a shorter one could be guessed. */
export const MIN_CONNECTION_ID_LENGTH = 16

/** Id of a template, a TV configuration or a watched series: 72 random bits. */
export const newShortId = (): string => randomBytes(9).toString('base64url')

/** 64 random bits, which tell requests apart in the log. */
export const newRequestId = (): string => randomHex()

const SEQUENCES = 4_096
const RANDOM_BYTES = 8
const POOL_BYTES = RANDOM_BYTES * 512

let pool = Buffer.alloc(0)
let taken = 0
let lastMs = 0
let sequence = 0

/**
 * A UUIDv7 (RFC 9562) greater than all earlier ones of this process, even when the clock is set back.
 * Node's `randomUUIDv7` reads the system's clock, and its ids of one millisecond have no order.
 * @param now milliseconds UTC
 */
export function newOrderedId(now: number): string {
  if (now > lastMs) {
    lastMs = now
    sequence = 0
  } else {
    sequence += 1
    if (sequence === SEQUENCES) {
      lastMs += 1
      sequence = 0
    }
  }
  const random = randomHex()
  const variant = ((Number.parseInt(random.slice(0, 1), 16) & 0x3) | 0x8).toString(16)
  return [
    hexTime(lastMs),
    `7${sequence.toString(16).padStart(3, '0')}`,
    `${variant}${random.slice(1, 4)}`,
    random.slice(4),
  ].join('-')
}

/** Greater than all ordered ids from before an instant, and less than all from then on. */
export const orderedIdsFrom = (ms: number): string => `${hexTime(ms)}-7000-8000-000000000000`

function hexTime(ms: number): string {
  const time = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}

function randomHex(): string {
  if (taken + RANDOM_BYTES > pool.length) {
    pool = randomBytes(POOL_BYTES)
    taken = 0
  }
  const hex = pool.toString('hex', taken, taken + RANDOM_BYTES)
  taken += RANDOM_BYTES
  return hex
}
