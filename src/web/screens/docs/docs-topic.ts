import type { ReactNode } from 'react'

/** A topic that can be opened, found, and linked to as `/docs#slug`. */
export interface DocsTopic {
  /** Lower case with hyphens; part of addresses that people keep. */
  slug: string
  title: string
  /** Elements whose text is in their children, so that a search can read and mark it. */
  content: ReactNode
}

export interface DocsSection extends DocsTopic {
  /** Topics of their own, below the content. */
  questions?: readonly DocsTopic[]
}
