/** A piece of a text: where it begins in the text (`at`), and in the original (`from`). */
export type Piece = { at: number; from: number }

/** The position in the original. The pieces are ordered by `at`. */
export function originalPosition(pieces: readonly Piece[], position: number): number {
  let low = 0
  let high = pieces.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((pieces[middle]?.at ?? 0) <= position) low = middle + 1
    else high = middle
  }
  const piece = pieces[low - 1]
  return piece ? piece.from + position - piece.at : position
}
