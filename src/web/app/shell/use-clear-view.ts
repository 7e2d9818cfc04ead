import { useNavigate } from '@tanstack/react-router'
import { useSelectedConnection } from '#web/data/selected-connection.ts'
import { addresses } from '../addresses.ts'

/** Returns a function that deselects the connection and opens the dashboard. */
export function useClearView(): () => void {
  const navigate = useNavigate()
  const { clear } = useSelectedConnection()
  return () => {
    clear()
    void navigate({ to: addresses.dashboard })
  }
}
