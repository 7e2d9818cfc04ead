import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Queue, QueueLane } from '#shared/model/queue.ts'
import { api } from '#web/data/client.ts'
import { lastPage } from '#web/parts/page-range.ts'
import { isOnItsWay } from '#web/parts/queue/use-queue-head.ts'
import { steadyOrder } from './steady-order.ts'

/**
 * Page of lanes that the address asks for; the previous page while it loads.
 * @param isHeld freezes the list while one of its menus is open
 */
export function useQueuePage(isHeld: boolean) {
  const { page } = useSearch({ from: '/shell/alerts/queue' })
  const navigate = useNavigate({ from: '/alerts/queue' })
  const { data, error, refetch, isPlaceholderData } = useQuery(
    api.queue.list.queryOptions({ input: { page }, placeholderData: keepPreviousData }),
  )

  const end = data && lastPage(data)
  const isBeyond = end !== undefined && page > end
  useEffect(() => {
    if (isBeyond && !isPlaceholderData) void navigate({ search: { page: end }, replace: true })
  })

  const [shown, setShown] = useState<Shown>()
  if (data && data !== shown?.data && !isHeld && !isBeyond) {
    const before = shown?.data.page === data.page ? shown.lanes : []
    setShown({ data, lanes: steadyOrder(before, lanesOf(data)) })
  }
  return {
    shown,
    /** Null once a page has been loaded. */
    error: data ? null : error,
    refetch,
    isWaiting: isPlaceholderData,
    choosePage: (chosen: number) => navigate({ search: { page: chosen } }),
  }
}

interface Shown {
  data: Queue
  lanes: QueueLane[]
}

/** Paused lanes, and waiting lanes except those about to be sent. */
const lanesOf = (queue: Queue): QueueLane[] =>
  queue.items.filter(lane => lane.paused !== null || !isSent(lane, queue))

const isSent = (lane: QueueLane, queue: Queue): boolean =>
  isOnItsWay(lane, queue) && (lane.reason?.kind === 'sending' || lane.reason?.kind === 'turn')
