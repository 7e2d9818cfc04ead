import { IconPlayerPause } from '@tabler/icons-react'
import { formatNumber } from '#shared/format.ts'
import type { Queue } from '#shared/model/queue.ts'
import { useQueueHead, waitingIn } from '#web/parts/queue/use-queue-head.ts'
import { ViewLink, Views } from '#web/ui/views.tsx'

/** Links to the two views of alerts, history and queue, each with its own address. */
export function AlertViews() {
  const { head } = useQueueHead()
  const waiting = head && waitingIn(head)
  const isPaused = head && (head.pausedAllSince !== null || head.pausedLanes > 0)
  return (
    <Views>
      <ViewLink to="/alerts" activeOptions={{ exact: true, includeSearch: false }}>
        Historial
      </ViewLink>
      <ViewLink to="/alerts/queue" activeOptions={{ includeSearch: false }}>
        {waiting ? waitingLabel(waiting) : 'En espera'}
        {isPaused && <IconPlayerPause role="img" aria-label="Hay pausas" />}
      </ViewLink>
    </Views>
  )
}

/** «En espera (41)», «En espera (+10.000)». */
const waitingLabel = ({ count, more }: Queue['waiting']): string =>
  count === 0 ? 'En espera' : `En espera (${more ? '+' : ''}${formatNumber(count)})`
