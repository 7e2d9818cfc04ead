import type { ReactNode } from 'react'

interface OutsideLinkProps {
  className?: string | undefined
  'data-style'?: string | undefined
  url?: string | undefined
  children: ReactNode
}

/** Target of a link in a message, in a new tab; for addresses of other schemes, only the link's text. */
export function OutsideLink({ url = '', children, ...look }: OutsideLinkProps) {
  if (!/^(https?|tg):/i.test(url)) return children
  return (
    <a {...look} href={url} target="_blank" rel="noopener noreferrer" title={url}>
      {children}
    </a>
  )
}
