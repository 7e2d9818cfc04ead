import { queryOptions, skipToken } from '@tanstack/react-query'

/** `away`: reconnecting has failed repeatedly. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'away'

/** State of the event stream. Set by `useLiveRefresh`; read only in the components that show it. */
export const liveState = queryOptions<LiveState>({
  queryKey: ['live'],
  queryFn: skipToken,
  initialData: 'connecting',
})
