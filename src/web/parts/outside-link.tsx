import type { ReactNode } from 'react'

interface OutsideLinkProps {
  className?: string | undefined
  'data-style'?: string | undefined
  url?: string | undefined
  children: ReactNode
}

/** Link in a message, opened in a new tab; only its text for schemes other than `http`, `https` and `tg`. */
export function OutsideLink({ url = '', children, ...look }: OutsideLinkProps) {
  if (!/^(https?|tg):/i.test(url)) return children
  return (
    <a {...look} href={url} target="_blank" rel="noopener noreferrer" title={url}>
      {children}
    </a>
  )
}
