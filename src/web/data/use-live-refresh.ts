import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Collection, LiveEvent } from '#shared/model/live-event.ts'
import { listenLive } from './live-events.ts'
import { refresh, refreshAll } from './refresh.ts'
import { session } from './session.ts'
import { throttleBatches } from './throttle-batches.ts'

const REFRESH_INTERVAL_MS = 250
/** What waits changes with each alert, and is read as a whole. */
const QUEUE_INTERVAL_MS = 2_000

/** The server says at most one a second. */
export type LiveToast = Omit<Extract<LiveEvent, { kind: 'toast' }>, 'kind'>
/** `away`: it has been tried in vain to reach the server again. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'away'

/**
 * Keeps what is shown fresh while the calling component is mounted and a user is signed in, and says how
 * the connection is.
 */
export function useLiveRefresh(
  showToast: (toast: LiveToast) => void,
  isSignedIn: boolean,
): LiveState {
  const queryClient = useQueryClient()
  const [state, setState] = useState<LiveState>('connecting')
  const show = useEffectEvent(showToast)

  useEffect(() => {
    if (!isSignedIn) return
    setState('connecting')
    const listening = new AbortController()
    const refreshSoon = throttleBatches<Collection>(REFRESH_INTERVAL_MS, changed =>
      refresh(queryClient, changed),
    )
    const refreshQueueSoon = throttleBatches<Collection>(QUEUE_INTERVAL_MS, changed =>
      refresh(queryClient, changed),
    )
    const announce = ({ type, message }: LiveToast) => {
      if (document.visibilityState === 'visible') show({ type, message })
    }

    let wasLost = false

    listenLive(news => {
      if (news.kind === 'event') {
        if (news.event.kind === 'toast') announce(news.event)
        else
          for (const collection of news.event.collections) {
            refreshSoon(collection)
            if (collection === 'alerts') refreshQueueSoon('queue')
          }
      } else if (news.kind === 'opened' || news.kind === 'joined') {
        setState('live')
        // What was asked before the loss may never be answered; what is being asked for the first time is new.
        if (news.kind === 'opened') void refreshAll(queryClient, { cancelRefetch: wasLost })
        wasLost = false
      } else if (news.kind === 'lost') {
        setState(news.away ? 'away' : 'reconnecting')
        wasLost = true
      } else {
        queryClient.setQueryData(session.queryKey, null)
      }
    }, listening.signal)

    return () => listening.abort()
  }, [queryClient, isSignedIn])

  return state
}
