const LINE_FEED = 0x0a

/** Counts the rows of a file that comes in pieces, in UTF-8: a head, then each row on one line. */
export function rowCounter(): (piece: Uint8Array) => number {
  let lines = 0
  return piece => {
    for (const byte of piece) if (byte === LINE_FEED) lines += 1
    return Math.max(0, lines - 1)
  }
}
