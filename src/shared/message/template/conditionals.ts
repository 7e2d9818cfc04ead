import type { PlaceholderToken, TemplateToken, TextToken } from './template-tokens.ts'

/** Resolves the `{{#if}}` blocks. A tag without its partner is text. */
export const resolveConditionals = (
  tokens: readonly TemplateToken[],
  isTrue: (key: string) => boolean,
): (TextToken | PlaceholderToken)[] => withoutTags(decideBlocks(tokens, isTrue))

/**
 * Removes the tags from decided tokens. A line that held only tags is deleted, and with it one of two empty lines
 * that would become adjacent.
 */
export function withoutTags(decided: Iterable<TemplateToken>): (TextToken | PlaceholderToken)[] {
  const lines = new Lines()
  for (const token of decided) {
    if (token.kind === 'value') lines.value(token)
    else if (token.kind === 'text') lines.text(token.source)
    else lines.tag()
  }
  return lines.end()
}

/** Drops the contents of blocks whose condition is not met; their own tags stay. */
export function* decideBlocks(
  tokens: readonly TemplateToken[],
  isTrue: (key: string) => boolean,
): Generator<TemplateToken> {
  const ends = blockEnds(tokens)
  let resumeAt = 0
  for (const [index, token] of tokens.entries()) {
    if (index < resumeAt) continue
    const end = ends.get(index)
    if (token.kind === 'value' || token.kind === 'text') yield token
    else if (end === undefined) yield { kind: 'text', source: token.source }
    else {
      yield token
      if (token.kind === 'if' && !isTrue(token.key)) resumeAt = end
    }
  }
}

/** Maps the index of either tag of a block to that of its `{{/if}}`. */
export function blockEnds(tokens: readonly TemplateToken[]): Map<number, number> {
  const ends = new Map<number, number>()
  const open: number[] = []
  tokens.forEach((token, index) => {
    if (token.kind === 'if') open.push(index)
    if (token.kind !== 'end-if') return
    const start = open.pop()
    if (start !== undefined) ends.set(start, index).set(index, index)
  })
  return ends
}

/** Collects tokens line by line and leaves out lines that only held tags. */
class Lines {
  readonly #kept: (TextToken | PlaceholderToken)[] = []
  #line: (TextToken | PlaceholderToken)[] = []
  #isTagged = false
  #isBlank = true
  #followsBlank = true
  #followsDropped = false

  value(token: PlaceholderToken): void {
    this.#line.push(token)
    this.#isBlank = false
  }

  text(text: string): void {
    const lines = text.split('\n')
    lines.forEach((line, index) => {
      if (line !== '') this.#line.push({ kind: 'text', source: line })
      if (line.trim() !== '') this.#isBlank = false
      if (index < lines.length - 1) this.#endLine('\n')
    })
  }

  tag(): void {
    this.#isTagged = true
  }

  end(): (TextToken | PlaceholderToken)[] {
    this.#endLine('')
    return this.#kept
  }

  #endLine(newline: string): void {
    const isDropped =
      this.#isBlank && (this.#isTagged || (this.#followsDropped && this.#followsBlank))
    if (isDropped) {
      this.#followsDropped = true
    } else {
      for (const token of this.#line) this.#kept.push(token)
      if (newline !== '') this.#kept.push({ kind: 'text', source: newline })
      this.#followsBlank = this.#isBlank
      this.#followsDropped = false
    }
    this.#line = []
    this.#isTagged = false
    this.#isBlank = true
  }
}
