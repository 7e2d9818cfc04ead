import { usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Connection } from '#shared/model/connection.ts'
import { connectionTexts } from '#shared/texts/connections.ts'
import { api, client } from '#web/data/client.ts'
import { useRemoval } from '#web/parts/use-removal.ts'
import { removalText } from './words.ts'

export function useConnectionRemoval(onRemoved?: () => void) {
  const queryClient = useQueryClient()
  // Prefetched: the question names the TV configurations and must not grow while it is read.
  usePrefetchQuery(api.tvConfigs.list.queryOptions())
  return useRemoval({
    title: 'Confirmar Eliminación de Conexión',
    text: (connection: Connection) => <RemovalText connection={connection} />,
    async remove({ id }, signal) {
      const configs = configsOf(id, queryClient.getQueryData(api.tvConfigs.list.queryKey()))
      await client.connections.remove({ id }, { signal })
      return configs?.length ?? 0
    },
    toast: configs => ({
      message: configs === 0 ? connectionTexts.deleted : connectionTexts.deletedWith(configs),
    }),
    onRemoved,
  })
}

function RemovalText({ connection: { id, name, pending } }: { connection: Connection }) {
  const { data } = useQuery(api.tvConfigs.list.queryOptions())
  const configs = configsOf(id, data)?.map(config => config.name)
  return removalText({ name, pending, configs })
}

const configsOf = <Config extends { connectionId: string }>(id: string, configs?: Config[]) =>
  configs?.filter(({ connectionId }) => connectionId === id)
