import { Children, cloneElement, isValidElement, type ReactNode } from 'react'
import { foldText } from '#shared/format.ts'

/** The same content with each occurrence of the folded words marked. */
export function markHits(node: ReactNode, words: readonly string[]): ReactNode {
  if (words.length === 0) return node
  return Children.map(node, child => {
    if (typeof child === 'string') return marked(child, words)
    if (isValidElement<{ children?: ReactNode }>(child) && child.props.children !== undefined) {
      return cloneElement(child, {}, markHits(child.props.children, words))
    }
    return child
  })
}

const marked = (text: string, words: readonly string[]): ReactNode =>
  Children.toArray(splitByHits(text, words).map(shown))

const shown = ({ text, isHit }: TextPiece): ReactNode => (isHit ? <mark>{text}</mark> : text)

interface TextPiece {
  text: string
  isHit: boolean
}

/** Splits a text into pieces that join to the same text; `words` are folded. */
export function splitByHits(text: string, words: readonly string[]): TextPiece[] {
  const { folded, origins } = foldedWithOrigins(text)
  const hits = new Uint8Array(text.length)
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      hits.fill(1, origins[at], origins[at + word.length])
    }
  }
  const pieces: TextPiece[] = []
  let from = 0
  for (let at = 1; at <= text.length; at += 1) {
    if (at < text.length && hits[at] === hits[from]) continue
    pieces.push({ text: text.slice(from, at), isHit: hits[from] === 1 })
    from = at
  }
  return pieces
}

/** Maps each code unit of the folded text, and its end, to the position in the text where it comes from. */
function foldedWithOrigins(text: string): { folded: string; origins: number[] } {
  let folded = ''
  let at = 0
  const origins: number[] = []
  for (const character of text) {
    const plain = foldText(character)
    origins.push(...Array.from({ length: plain.length }, () => at))
    folded += plain
    at += character.length
  }
  return { folded, origins: [...origins, at] }
}
