import { Children, cloneElement, isValidElement, type ReactNode } from 'react'
import { splitByHits, type TextPiece } from './split-by-hits.ts'

/** The same content, with each of the folded words marked wherever it stands. */
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
