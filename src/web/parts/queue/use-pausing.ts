import { client } from '#web/data/client.ts'
import { useAction } from '#web/data/use-action.ts'
import { showError } from '#web/parts/show-error.ts'
import { showToast } from '#web/ui/show-toast.tsx'

/** Pauses and resumes sending: to one chat, or without `laneId` to all. */
export function usePausing(laneId?: string) {
  const scope = laneId === undefined ? {} : { laneId }
  const pause = useAction({
    call: (_, signal) => client.queue.pause(scope, { signal }),
    onError: showError,
  })
  const resume = useAction({
    call: (_, signal) => client.queue.resume(scope, { signal }),
    onSuccess: ({ paused }) => {
      if (paused) showToast({ type: 'warning', message: STILL_PAUSED })
    },
    onError: showError,
  })
  return { pause, resume }
}

const STILL_PAUSED = 'Sigue en pausa, porque ahora todo está en pausa.'
