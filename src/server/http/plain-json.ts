/** Room for any input: the deepest goes six levels down, the largest is a file that is imported. */
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
 * Whether JSON can be parsed in little time: of some megabytes of nothing but brackets, or of objects
 * whose keys are all different, that takes seconds. What is no JSON may be plain too.
 * @param json UTF-8
 */
export function isPlainJson(json: Uint8Array): boolean {
  const membersAt = new Uint32Array(MAX_DEPTH + 1)
  let depth = 0
  let opened = 0
  let members = 0
  let isQuoted = false
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (isQuoted) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isQuoted = false
    } else if (byte === QUOTE) isQuoted = true
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
