/** Limits with room for any input: the deepest has six levels, the largest is a file that is imported. */
const MAX_DEPTH = 32
const MAX_LISTS_AND_OBJECTS = 20_000
const MAX_MEMBERS = 300_000
const MAX_MEMBERS_OF_ONE = 1_000

const QUOTE = 0x22
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPENING = [0x5b, 0x7b]
const CLOSING = [0x5d, 0x7d]

/**
 * True if JSON can be parsed quickly: some megabytes of brackets alone, or of objects whose keys are all
 * different, take seconds. Invalid JSON may pass too.
 * @param json UTF-8
 */
export function isPlainJson(json: Uint8Array): boolean {
  const membersAt = new Uint32Array(MAX_DEPTH + 1)
  let depth = 0
  let opened = 0
  let members = 0
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (byte === QUOTE) at = endOfText(json, at + 1)
    else if (byte === OPENING[0] || byte === OPENING[1]) {
      depth += 1
      opened += 1
      if (depth > MAX_DEPTH || opened > MAX_LISTS_AND_OBJECTS) return false
      membersAt[depth] = 0
    } else if (byte === CLOSING[0] || byte === CLOSING[1]) depth = Math.max(0, depth - 1)
    else if (byte === COLON) {
      members += 1
      const own = (membersAt[depth] ?? 0) + 1
      if (members > MAX_MEMBERS || own > MAX_MEMBERS_OF_ONE) return false
      membersAt[depth] = own
    }
  }
  return true
}

/**
 * Bytes of a text that are compared one by one; most texts are shorter. In long ones, up to megabytes,
 * `indexOf` finds quotes faster.
 */
const SHORT = 64

/** Index of the closing quote, or the end. */
function endOfText(json: Uint8Array, from: number): number {
  let at = from
  for (; at < from + SHORT; at += 1) {
    const byte = json[at]
    if (byte === BACKSLASH) at += 1
    else if (byte === QUOTE || byte === undefined) return at
  }
  for (;;) {
    const quote = json.indexOf(QUOTE, at)
    if (quote === -1) return json.length
    let escapes = 0
    while (quote - escapes > at && json[quote - escapes - 1] === BACKSLASH) escapes += 1
    if (escapes % 2 === 0) return quote
    at = quote + 1
  }
}
