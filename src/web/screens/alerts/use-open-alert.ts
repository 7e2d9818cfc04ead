import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True if the previous history entry is the list from which the alert was opened. */
    isOverList?: boolean
  }
}

/** Alert named by the address's hash; the id is empty without one. */
export function useOpenAlert() {
  const id = useLocation({ select: ({ pathname, hash }) => (pathname === '/alerts' ? hash : '') })
  const isOverList = useLocation({ select: ({ state }) => state.isOverList === true })
  const navigate = useNavigate({ from: '/alerts' })
  const { history } = useRouter()
  const open = useCallback(
    (next: string) => {
      const steps = id !== ''
      const state = { isOverList: steps ? isOverList : true }
      return navigate({ ...inPlace, hash: next, replace: steps, state })
    },
    [id, isOverList, navigate],
  )

  // Going back is asynchronous: closing again before it is done would go back twice, and leave the list.
  const isLeaving = useRef(false)
  useEffect(() => {
    isLeaving.current = id === ''
  }, [id])

  return {
    id,
    open,
    /** Closes the alert. Goes back to the list if it was opened there, so that the browser history has no duplicate. */
    close: () => {
      if (isLeaving.current) return
      isLeaving.current = true
      if (isOverList) history.back()
      else void navigate({ ...inPlace, replace: true })
    },
  }
}

const inPlace = { search: true, resetScroll: false, hashScrollIntoView: false } as const
