import { queryOptions, skipToken } from '@tanstack/react-query'

/** `away`: it has been tried in vain to reach the server again. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'away'

/** How the connection to the event stream is. Set by `useLiveRefresh`; read where it is shown, and nowhere above. */
export const liveState = queryOptions<LiveState>({
  queryKey: ['live'],
  queryFn: skipToken,
  initialData: 'connecting',
})
