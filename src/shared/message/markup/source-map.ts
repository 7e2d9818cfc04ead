/** Where a piece begins: in the text that was put together of pieces, and in the one it comes from. */
export type Piece = { at: number; from: number }

/** Where that which stands at the position comes from. The pieces are in the order of the text. */
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
