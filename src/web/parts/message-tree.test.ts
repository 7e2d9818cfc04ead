import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Entity, type MessageNode, messageTree } from './message-tree.ts'

/** The tree in one line: `a<bold>b<italic>c</>`. */
const sketch = (nodes: MessageNode[]): string =>
  nodes
    .map(node =>
      node.kind === 'entity'
        ? `<${node.entity.type}>${sketch(node.children)}</>`
        : node.kind === 'gap'
          ? `-${node.text}-`
          : node.kind === 'missing'
            ? `[${node.text}]`
            : node.text,
    )
    .join('')

const over = (type: string, offset: number, length: number): Entity => ({ type, offset, length })

describe('the tree of a message', () => {
  it('is plain text without entities', () => {
    expect(sketch(messageTree({ text: 'BTCUSDT · buy', entities: [] }))).toBe('BTCUSDT · buy')
  })

  it('separates gaps that only a preview shows, also across a range', () => {
    const text = 'a\u{fdd2} · {{x}}\u{fdd3}b'
    expect(sketch(messageTree({ text, entities: [over('bold', 5, 5)] }))).toBe(
      'a- · -<bold>-{{x}}-</>b',
    )
  })

  it('nests a range that lies within another', () => {
    const entities = [over('bold', 0, 5), over('italic', 2, 2), over('code', 6, 1)]
    expect(sketch(messageTree({ text: 'abcde f', entities }))).toBe(
      '<bold>ab<italic>cd</>e</> <code>f</>',
    )
  })

  it('keeps the order of equal ranges', () => {
    const entities = [over('bold', 0, 2), over('italic', 0, 2)]
    expect(sketch(messageTree({ text: 'ab', entities }))).toBe('<bold><italic>ab</></>')
  })

  it('puts the longer range outside, whichever came first', () => {
    const entities = [over('italic', 0, 1), over('bold', 0, 3)]
    expect(sketch(messageTree({ text: 'abc', entities }))).toBe('<bold><italic>a</>bc</>')
  })

  it('cuts a range at the end of the outer one', () => {
    const entities = [over('bold', 0, 4), over('italic', 2, 4)]
    expect(sketch(messageTree({ text: 'abcdef', entities }))).toBe(
      '<bold>ab<italic>cd</></><italic>ef</>',
    )
  })

  it('cuts or drops ranges beyond the end of the text', () => {
    const entities = [over('bold', 1, 9), over('italic', 7, 2)]
    expect(sketch(messageTree({ text: 'abc', entities }))).toBe('a<bold>bc</>')
  })

  it('drops one line feed on each side of a block', () => {
    const entities = [over('blockquote', 3, 4)]
    expect(sketch(messageTree({ text: 'a\n\ncita\nb\n', entities }))).toBe(
      'a\n<blockquote>cita</>b\n',
    )
  })

  it('marks placeholders without a value, also inside a format', () => {
    const text = 'Riesgo: {{ risk_pct }} %, {{{nota}}}, {{otra}}'
    const entities = [over('bold', 8, 14)]
    expect(sketch(messageTree({ text, entities }, ['risk_pct', 'nota']))).toBe(
      'Riesgo: <bold>[{{ risk_pct }}]</> %, [{{{nota}}}], {{otra}}',
    )
  })

  it('marks placeholders with filters by their key', () => {
    const text = '{{price | 2}} {{{x | miles}}} {{a | b}}'
    expect(sketch(messageTree({ text, entities: [] }, ['price', 'a', 'b']))).toBe(
      '[{{price | 2}}] {{{x | miles}}} {{a | b}}',
    )
  })

  it('keeps every character of any text with any ranges', () => {
    const entity = fc.record({
      type: fc.constantFrom('bold', 'italic', 'code', 'text_link', 'spoiler'),
      offset: fc.integer({ min: 0, max: 30 }),
      length: fc.integer({ min: 1, max: 30 }),
    })
    const lettersOf = (nodes: MessageNode[]): string =>
      nodes.map(node => (node.kind === 'entity' ? lettersOf(node.children) : node.text)).join('')
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), fc.array(entity), (text, entities) => {
        expect(lettersOf(messageTree({ text, entities }))).toBe(text)
      }),
    )
  })
})
