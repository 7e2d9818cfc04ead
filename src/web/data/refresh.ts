import type { InvalidateOptions, Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Collection } from '#shared/model/live-event.ts'
import { api } from './client.ts'

/** The queries that show each collection. */
const readers: Record<Collection, readonly { key: () => QueryKey }[]> = {
  connections: [api.connections, api.addresses, api.failures, api.stats, api.tags],
  templates: [api.templates.list],
  tvConfigs: [api.tvConfigs],
  alerts: [api.alerts, api.stats, api.connections.arrivals],
  queue: [api.queue],
  dashboard: [api.dashboard],
  notifications: [api.notifications],
  errorLogs: [api.errorLogs, api.connections.arrivals],
  profile: [api.profile],
  sessions: [api.sessions, api.secondFactor, api.accountEvents],
  passkeys: [api.passkeys.list],
  tokens: [api.tokens],
  watch: [api.watch, api.heartbeats],
}

/**
 * Asks again for what is shown of the collections; resolves when it has come, or could not be had. A newer
 * server tells of some that this page does not know.
 */
export function refresh(
  queryClient: QueryClient,
  collections: readonly Collection[],
  isAsked: (query: Query) => boolean = () => true,
): Promise<unknown> {
  const isMeant = unchanging(queryClient)
  const known = collections.filter(collection => Object.hasOwn(readers, collection))
  const shown = new Set(known.flatMap(collection => readers[collection]))
  return Promise.all(
    [...shown].map(reader =>
      queryClient.invalidateQueries({
        queryKey: reader.key(),
        predicate: query => isMeant(query) && isAsked(query),
      }),
    ),
  )
}

/**
 * As `refresh`, for what others change, which may be often: what could not be had at all says so and
 * offers to try again; asking anew would take that away each time.
 */
export const refreshShown = (queryClient: QueryClient, collections: readonly Collection[]) =>
  refresh(
    queryClient,
    collections,
    ({ state }) => state.status !== 'error' || state.data !== undefined,
  )

/** Asks again for everything that is shown. */
export const refreshAll = (queryClient: QueryClient, options: InvalidateOptions): Promise<void> =>
  queryClient.invalidateQueries({ predicate: unchanging(queryClient) }, options)

/** The key of mutations that show a query's change before it is stored. */
export const changeKey = (queryKey: QueryKey) => ['change', queryKey] as const

/** While such a change is under way, what the server answers is older than what is shown. */
const unchanging =
  (queryClient: QueryClient) =>
  ({ queryKey }: Query) =>
    queryClient.isMutating({ mutationKey: changeKey(queryKey) }) === 0

/** Called as a mutation ends: asks for the query that it changed, once no other is changing it. */
export async function refreshChanged(
  queryClient: QueryClient,
  mutationKey: QueryKey = [],
): Promise<void> {
  const [kind, queryKey] = mutationKey as Partial<ReturnType<typeof changeKey>>
  if (kind !== 'change' || !queryKey || queryClient.isMutating({ mutationKey }) > 1) return
  await queryClient.invalidateQueries({ queryKey })
}
