import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
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
 * Refetches the shown queries of the collections; resolves when they have succeeded or failed. Collections that
 * only a newer server knows are ignored.
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
    [...shown].map(async reader => {
      const wanted = {
        queryKey: reader.key(),
        predicate: (query: Query) => isMeant(query) && isAsked(query),
      }
      const loading = queryClient.getQueryCache().findAll(wanted).filter(isLoading)
      await Promise.all([
        queryClient.invalidateQueries(wanted),
        ...loading.map(({ promise }) => promise?.catch(() => undefined)),
      ])
      const predicate = (query: Query) => loading.includes(query) && wanted.predicate(query)
      if (loading.length > 0) await queryClient.invalidateQueries({ ...wanted, predicate })
    }),
  )
}

/**
 * True while the first answer is on its way. It may be older than the change that is refetched for, but the
 * library neither restarts such a query nor fetches it again.
 */
const isLoading = ({ state }: Query) => state.data === undefined && state.fetchStatus === 'fetching'

/**
 * As `refresh`, for changes from elsewhere, which may be frequent. Leaves out queries that failed without any
 * data: refetching would hide their error and their retry button each time.
 */
export const refreshShown = (queryClient: QueryClient, collections: readonly Collection[]) =>
  refresh(
    queryClient,
    collections,
    ({ state }) => state.status !== 'error' || state.data !== undefined,
  )

/**
 * Refetches everything that is shown.
 * @param options.restarts whether requests on their way are sent again, because they may never be answered
 */
export async function refreshAll(
  queryClient: QueryClient,
  { restarts }: { restarts: boolean },
): Promise<void> {
  const predicate = unchanging(queryClient)
  if (restarts)
    await queryClient.cancelQueries({
      type: 'active',
      predicate: query => isLoading(query) && predicate(query),
    })
  await queryClient.invalidateQueries({ predicate }, { cancelRefetch: restarts })
}

/** Key of optimistic mutations, which show a query's change before it is stored. */
export const changeKey = (queryKey: QueryKey) => ['change', queryKey] as const

/** False while an optimistic mutation of the query is in flight: the server's answer would be older than the screen. */
const unchanging =
  (queryClient: QueryClient) =>
  ({ queryKey }: Query) =>
    queryClient.isMutating({ mutationKey: changeKey(queryKey) }) === 0

/** Called as an optimistic mutation ends: refetches its query, unless another mutation still changes that query. */
export async function refreshChanged(
  queryClient: QueryClient,
  mutationKey: QueryKey = [],
): Promise<void> {
  const [kind, queryKey] = mutationKey as Partial<ReturnType<typeof changeKey>>
  if (kind !== 'change' || !queryKey || queryClient.isMutating({ mutationKey }) > 1) return
  await queryClient.invalidateQueries({ queryKey })
}
