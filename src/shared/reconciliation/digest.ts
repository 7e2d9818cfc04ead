const EMPTY = ''

/**
 * 48-bit digest of a text, to compare hundreds of thousands of texts; 0 for an empty one. Not for secrets:
 * collisions can be constructed.
 */
export function digest(text: string): number {
  if (text === EMPTY) return 0
  let low = 0xdeadbeef
  let high = 0x41c6ce57
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    low = Math.imul(low ^ unit, 2_654_435_761)
    high = Math.imul(high ^ unit, 1_597_334_677)
  }
  low =
    Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  high =
    Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  return (high & 0xffff) * 0x1_0000_0000 + (low >>> 0) || 1
}
