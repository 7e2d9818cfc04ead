import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import type { Connection } from '#shared/model/connection.ts'
import { connectionTexts } from '#shared/texts.ts'
import { api, client } from '#web/data/client.ts'
import { useRemoval } from '#web/parts/use-removal.ts'
import { removalText } from './words.ts'

export function useConnectionRemoval(onRemoved?: () => void) {
  // The question names the TV configurations, and does not grow under the reader's eyes.
  usePrefetchQuery(api.tvConfigs.list.queryOptions())
  return useRemoval({
    title: 'Confirmar Eliminación de Conexión',
    text: (connection: Connection) => <RemovalText connection={connection} />,
    remove: ({ id }, signal) => client.connections.remove({ id }, { signal }),
    toast: () => ({ message: connectionTexts.deleted }),
    onRemoved,
  })
}

function RemovalText({ connection: { id, name, pending } }: { connection: Connection }) {
  const { data } = useQuery(api.tvConfigs.list.queryOptions())
  const configs = data?.filter(config => config.connectionId === id).map(config => config.name)
  return removalText({ name, pending, configs })
}
