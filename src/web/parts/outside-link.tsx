import type { ReactNode } from 'react'

interface OutsideLinkProps {
  className?: string | undefined
  'data-style'?: string | undefined
  url?: string | undefined
  children: ReactNode
}

/** What a message links to, in a tab of its own; of any other kind of address only what it shows. */
export function OutsideLink({ url = '', children, ...look }: OutsideLinkProps) {
  if (!/^(https?|tg):/i.test(url)) return children
  return (
    <a {...look} href={url} target="_blank" rel="noopener noreferrer" title={url}>
      {children}
    </a>
  )
}
