import { useLocation, useNavigate } from '@tanstack/react-router'

/** The alert that the address's anchor names; an empty id: none. */
export function useOpenAlert() {
  const id = useLocation({ select: ({ pathname, hash }) => (pathname === '/alerts' ? hash : '') })
  const navigate = useNavigate({ from: '/alerts' })
  const inPlace = { search: true, resetScroll: false, hashScrollIntoView: false } as const
  return {
    id,
    open: (next: string) => navigate({ ...inPlace, hash: next, replace: id !== '' }),
    close: () => navigate({ ...inPlace, replace: true }),
  }
}
