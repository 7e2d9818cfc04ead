import { useNavigate } from '@tanstack/react-router'
import { useSelectedConnection } from '#web/data/selected-connection.ts'
import { addresses } from '../addresses.ts'

/** Back to the panel of all connections. */
export function useClearView(): () => void {
  const navigate = useNavigate()
  const { clear } = useSelectedConnection()
  return () => {
    clear()
    void navigate({ to: addresses.dashboard })
  }
}
