import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Collection, Happening, LiveEvent } from '#shared/model/live-event.ts'
import { listenLive } from './live-events.ts'
import { type LiveState, liveState } from './live-state.ts'
import { refreshAll, refreshShown } from './refresh.ts'
import { session } from './session.ts'
import { throttleBatches } from './throttle-batches.ts'

const REFRESH_INTERVAL_MS = 250
/** Interval during a steady stream of changes: faster updates can't be read anyway. */
const STEADY_INTERVAL_MS = 1_000
/** The queue changes with each alert, and is read as a whole. */
const QUEUE_INTERVAL_MS = 2_000

/** Handlers of live events that announce something to the user. */
export interface LiveWords {
  onAlerts: (happenings: readonly Happening[]) => void
  /** Handles toasts about alerts from a server of the previous version, at most one a second. */
  onToast: (toast: Pick<Extract<LiveEvent, { kind: 'toast' }>, 'type' | 'message'>) => void
}

/** Keeps the shown data fresh while the calling component is mounted and a user is signed in. */
export function useLiveRefresh({ onAlerts, onToast }: LiveWords, isSignedIn: boolean): void {
  const queryClient = useQueryClient()
  const hearAlerts = useEffectEvent(onAlerts)
  const hearToast = useEffectEvent(onToast)

  useEffect(() => {
    if (!isSignedIn) return
    const setState = (state: LiveState) => {
      if (queryClient.getQueryData(liveState.queryKey) !== state)
        queryClient.setQueryData(liveState.queryKey, state)
    }
    setState('connecting')
    const listening = new AbortController()
    const refreshSoon = throttleBatches<Collection>(
      REFRESH_INTERVAL_MS,
      changed => refreshShown(queryClient, changed),
      STEADY_INTERVAL_MS,
    )
    const refreshQueueSoon = throttleBatches<Collection>(QUEUE_INTERVAL_MS, changed =>
      refreshShown(queryClient, changed),
    )

    let wasLost = false

    listenLive(news => {
      if (news.kind === 'event') {
        const { event } = news
        const isSeen = document.visibilityState === 'visible'
        if (event.kind === 'changed') {
          for (const collection of event.collections) {
            refreshSoon(collection)
            if (collection === 'alerts') refreshQueueSoon('queue')
          }
          if (isSeen && event.alerts) hearAlerts(event.alerts)
        } else if (isSeen && event.kind === 'toast') hearToast(event)
      } else if (news.kind === 'opened' || news.kind === 'joined') {
        setState('live')
        // Queries sent before a loss may never be answered, so they are restarted; on the first opening,
        // running queries are fresh and go on.
        if (news.kind === 'opened') void refreshAll(queryClient, { restarts: wasLost })
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
}
