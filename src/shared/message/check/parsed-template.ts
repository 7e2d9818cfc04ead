import { Slots } from '../markup/slots.ts'
import { originOf, type Piece } from '../markup/source-map.ts'
import { blockEnds } from '../template/conditionals.ts'
import { type TemplateToken, templateTokens } from '../template/template-tokens.ts'

/** Code units of the template. */
export type TemplateSpan = { from: number; to: number }

/** A template as its parser sees it when every condition is met, with the way back to what was written. */
export type OpenTemplate = {
  tokens: (TemplateSpan & { token: TemplateToken; isPaired: boolean })[]
  /** The marks of slots stand in the placeholders' places. */
  markup: string
  /** Values that the placeholders might have, each for all of them. */
  fillings: readonly Slots[]
  /** Where in the template that stands which is from `start` to before `end` in the markup. */
  spanOf(start: number, end: number): TemplateSpan
}

/** The one can be a host, the other a port. */
const VALUES = ['a.b', '1']

export function openTemplate(template: string): OpenTemplate {
  // As a message is made, but of the same length.
  const found = templateTokens(template.toWellFormed().replace(/\r(?!\n)/g, '\n'))
  const ends = blockEnds(found)
  const fillings = VALUES.map(() => new Slots())
  const tokens: OpenTemplate['tokens'] = []
  const pieces: Piece[] = []
  let markup = ''
  let from = 0
  for (const [index, token] of found.entries()) {
    const to = from + token.source.length
    const isPaired = ends.has(index)
    tokens.push({ token, isPaired, from, to })
    pieces.push({ at: markup.length, from })
    if (token.kind === 'value') markup += addSlot(fillings)
    else if (!isPaired) markup += token.source
    from = to
  }

  return {
    tokens,
    markup,
    fillings,
    spanOf: (start, end) => ({
      from: originOf(pieces, start),
      to: originOf(pieces, end - 1) + 1,
    }),
  }
}

/** The marks are alike, since all the slots are as many. */
function addSlot(fillings: readonly Slots[]): string {
  const [mark = ''] = fillings.map((slots, index) =>
    slots.add({ text: VALUES[index] ?? '', isPlaceholder: false }),
  )
  return mark
}
