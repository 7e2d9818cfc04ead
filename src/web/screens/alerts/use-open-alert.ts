import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useClosing } from '#web/parts/use-closing.ts'

/** Alert named by the address's hash; the id is empty without one. */
export function useOpenAlert() {
  const id = useLocation({ select: ({ pathname, hash }) => (pathname === '/alerts' ? hash : '') })
  const isOverList = useLocation({ select: ({ state }) => state.isOverList === true })
  const navigate = useNavigate({ from: '/alerts' })
  const open = useCallback(
    (next: string) => {
      const steps = id !== ''
      const state = { isOverList: steps ? isOverList : true }
      return navigate({ ...inPlace, hash: next, replace: steps, state })
    },
    [id, isOverList, navigate],
  )
  const close = useClosing(id !== '', () => void navigate({ ...inPlace, replace: true }))
  return { id, open, close }
}

const inPlace = { search: true, resetScroll: false, hashScrollIntoView: false } as const
