import { ORPCError } from '@orpc/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isUnauthorized, onChanges } from './client.ts'
import { refresh, refreshChanged } from './refresh.ts'
import { session } from './session.ts'
import { isTimeout } from './timeout.ts'

/** A browser may report that it is offline while the server is on the same machine, so requests are always tried. */
const networkMode = 'always'

/**
 * Signs the browser out when the server answers 401, and refetches the collections that calls have changed. A
 * mutation ends once the new data is shown.
 */
export function makeQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (isUnauthorized(error)) queryClient.setQueryData(session.queryKey, null)
  }
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError,
      onSettled: async (_output, error, _input, _shown, { options: { mutationKey } }) => {
        await refreshChanged(queryClient, mutationKey)
        if (!error) await refreshed
      },
    }),
    defaultOptions: {
      queries: {
        // The event stream says when something changed.
        staleTime: Number.POSITIVE_INFINITY,
        // The server would repeat a refusal; only its failures may pass, and soon.
        retry: (failures, error) =>
          failures < 2 && !isTimeout(error) && !(error instanceof ORPCError && error.status < 500),
        networkMode,
      },
      mutations: { networkMode },
    },
  })
  let refreshed: Promise<unknown> | undefined
  onChanges(collections => {
    refreshed = refresh(queryClient, collections)
  })
  return queryClient
}
