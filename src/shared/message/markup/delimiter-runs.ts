import type { DelimiterRun, MarkdownToken } from './markdown-tokens.ts'

/**
 * Pairs delimiter runs and notes the result on each. Partners have the same character and length, and
 * a run of three counts as one and two. A run that would cross another pair or the border of a link
 * stays text.
 */
export function pairDelimiters(tokens: MarkdownToken[]): void {
  let open = new OpenRuns()
  let outside = open
  for (const token of tokens) {
    if (token.kind === 'link') {
      outside = open
      open = new OpenRuns()
    } else if (token.kind === 'link-end') {
      open = outside
    } else if (token.kind === 'run') {
      if (token.canClose) open.close(token)
      if (token.canOpen && token.letters > 0) open.push(token)
    }
  }
}

/** Open runs, innermost last. */
class OpenRuns {
  readonly #stack: DelimiterRun[] = []
  /** Number of open runs by character and remaining length. */
  readonly #counts = new Map<string, number>()

  push(run: DelimiterRun): void {
    this.#stack.push(run)
    this.#count(run, 1)
  }

  close(closer: DelimiterRun): void {
    while (this.#hasPartner(closer)) {
      const opener = this.#stack.pop()
      if (opener === undefined) return
      this.#count(opener, -1)
      const width =
        opener.character === closer.character ? pairedMarks(opener.letters, closer.letters) : 0
      if (width === 0) continue
      opener.letters -= width
      opener.opens += 1
      closer.letters -= width
      closer.closes += 1
      if (opener.letters > 0) this.push(opener)
    }
  }

  #hasPartner({ character, letters }: DelimiterRun): boolean {
    return [1, 2, 3].some(
      width => pairedMarks(width, letters) > 0 && (this.#counts.get(character + width) ?? 0) > 0,
    )
  }

  #count({ character, letters }: DelimiterRun, change: number): void {
    const key = character + letters
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + change)
  }
}

/** Number of characters that two runs pair. */
function pairedMarks(opener: number, closer: number): number {
  return opener === closer || opener === 3 || closer === 3 ? Math.min(opener, closer) : 0
}
