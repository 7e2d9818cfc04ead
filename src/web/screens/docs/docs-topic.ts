import type { ReactNode } from 'react'

/** Something that can be opened, found, and linked to as `/docs#slug`. */
export interface DocsTopic {
  /** Lower case and hyphens; stands in addresses that people keep. */
  slug: string
  title: string
  /** Elements whose words are their children, so that a search can read and mark them. */
  content: ReactNode
}

export interface DocsSection extends DocsTopic {
  /** Topics of their own, below the content. */
  questions?: readonly DocsTopic[]
}
