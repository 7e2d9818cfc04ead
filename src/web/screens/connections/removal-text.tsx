import { useQuery } from '@tanstack/react-query'
import type { Connection } from '#shared/model/connection.ts'
import { api } from '#web/data/client.ts'
import { removalWords } from './removal-words.ts'

export function RemovalText({ connection: { id, name, pending } }: { connection: Connection }) {
  const { data } = useQuery(api.tvConfigs.list.queryOptions())
  const configs = data?.filter(config => config.connectionId === id).map(config => config.name)
  return removalWords({ name, pending, configs })
}
