import { createContext, type MouseEvent, type ReactNode, useContext } from 'react'
import { TextLink } from '#web/ui/links.tsx'

/** What takes the reader to a topic of the page that is already there. */
export const LeadContext = createContext<(slug: string) => void>(() => {})

interface TopicLinkProps {
  slug: string
  className?: string | undefined
  children: ReactNode
}

/** A link from one topic to another. */
export function TopicLink({ slug, className, children }: TopicLinkProps) {
  const leadTo = useContext(LeadContext)
  const follow = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    // With a key it opens elsewhere, and nothing moves here.
    if (!ctrlKey && !metaKey && !shiftKey) leadTo(slug)
  }
  return (
    <TextLink
      to="/docs"
      search={{}}
      hash={slug}
      resetScroll={false}
      hashScrollIntoView={false}
      className={className ?? ''}
      activeOptions={{ includeHash: true, includeSearch: false }}
      onClick={follow}
    >
      {children}
    </TextLink>
  )
}
