import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Collection, Happening, LiveEvent } from '#shared/model/live-event.ts'
import { listenLive } from './live-events.ts'
import { type LiveState, liveState } from './live-state.ts'
import { refreshAll, refreshShown } from './refresh.ts'
import { session } from './session.ts'
import { throttleBatches } from './throttle-batches.ts'

const REFRESH_INTERVAL_MS = 250
/** Nobody reads what changes faster for long. */
const STEADY_INTERVAL_MS = 1_000
/** What waits changes with each alert, and is read as a whole. */
const QUEUE_INTERVAL_MS = 2_000

/** What the server tells beside what changed. */
export interface LiveWords {
  /** What happened to alerts. */
  onAlerts: (happenings: readonly Happening[]) => void
  /** A server of the version before tells of alerts in words, at most once a second. */
  onToast: (toast: Pick<Extract<LiveEvent, { kind: 'toast' }>, 'type' | 'message'>) => void
}

/** Keeps what is shown fresh while the calling component is mounted and a user is signed in. */
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
}
