import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True if the previous history entry is the list from which the address's detail was opened. */
    isOverList?: boolean
  }
}

/**
 * Closes a detail that is open by the address.
 * @param leave leads to the list, in place of the detail
 * @returns goes back to the list if the detail was opened there, so that the browser history has no duplicate
 */
export function useClosing(isOpen: boolean, leave: () => void): () => void {
  const isOverList = useLocation({ select: ({ state }) => state.isOverList === true })
  const { history } = useRouter()
  // Going back is asynchronous: closing again before it is done would go back twice, and leave the list.
  const isLeaving = useRef(false)
  useEffect(() => {
    isLeaving.current = !isOpen
  }, [isOpen])
  return () => {
    if (isLeaving.current) return
    isLeaving.current = true
    if (isOverList) history.back()
    else leave()
  }
}
