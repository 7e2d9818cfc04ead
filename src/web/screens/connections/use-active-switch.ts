import type { Connection } from '#shared/model/connection.ts'
import { api, client } from '#web/data/client.ts'
import { useOptimisticChange } from '#web/parts/use-optimistic-change.ts'

/** Switches a connection on and off. */
export const useActiveSwitch = ({ id }: Pick<Connection, 'id'>) =>
  useOptimisticChange<Connection[], boolean>({
    queryKey: api.connections.list.queryOptions().queryKey,
    store: isActive => client.connections.update({ id, isActive }),
    change: (all, isActive) => all.map(one => (one.id === id ? { ...one, isActive } : one)),
  })
