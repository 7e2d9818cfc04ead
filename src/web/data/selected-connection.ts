import { useSessionStorage } from '@mantine/hooks'

/** The one connection that the dashboard is confined to, in this tab; null: all of them. */
export function useSelectedConnection() {
  const [connectionId, setConnectionId, clear] = useSessionStorage<string | null>({
    key: 'selected-connection',
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  const select = (id: string) => setConnectionId(id)
  return { connectionId, select, clear }
}
