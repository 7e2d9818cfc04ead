import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api } from '#web/data/client.ts'
import { useSelectedConnection } from '#web/data/selected-connection.ts'
import { addresses } from '../addresses.ts'

export interface SelectedView {
  /** The selected connection, whose name is yet to come at first; null: the view is of all of them. */
  connection: { name: string | undefined } | null
  /** Back to the panel of all connections. */
  clear: () => void
}

/** What the view is confined to. A connection that is gone, or another account's, is dropped. */
export function useSelectedView(): SelectedView {
  const navigate = useNavigate()
  const { connectionId, clear } = useSelectedConnection()
  const { data: connections, isStale } = useQuery(
    api.connections.list.queryOptions({ enabled: connectionId !== null }),
  )
  const selected = connections?.find(({ id }) => id === connectionId)
  // A list that is known to be old may lack a connection just made.
  const gone = connectionId !== null && !isStale && !selected

  useEffect(() => {
    if (gone) clear()
  }, [gone, clear])

  return {
    connection: connectionId === null || gone ? null : { name: selected?.name },
    clear: () => {
      clear()
      void navigate({ to: addresses.dashboard })
    },
  }
}
