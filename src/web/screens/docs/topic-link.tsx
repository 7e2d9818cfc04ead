import { createContext, type MouseEvent, type ReactNode, useContext } from 'react'
import { TextLink } from '#web/ui/links.tsx'

/** Function that leads to a topic of the documentation page already open. */
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
    // With a modifier key the link opens in another tab or window, and this page must not scroll.
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
