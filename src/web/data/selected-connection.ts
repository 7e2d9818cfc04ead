import { useSessionStorage } from '@mantine/hooks'

const KEY = 'selected-connection'

/** The one connection that the dashboard is confined to, in this tab; null: all of them. */
export function useSelectedConnection() {
  const [connectionId, setConnectionId, clear] = useSessionStorage<string | null>({
    key: KEY,
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  const select = (id: string) => setConnectionId(id)
  return { connectionId, select, clear }
}

/** For the next user who signs in; what is on screen stays. */
export function forgetSelectedConnection(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Without storage nothing is kept.
  }
}
