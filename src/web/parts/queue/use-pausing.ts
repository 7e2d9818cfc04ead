import { client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { useAction } from '#web/data/use-action.ts'
import { showToast } from '#web/ui/show-toast.tsx'

/** Stops sending, and goes on: to one chat, or without it to all. */
export function usePausing(laneId?: string) {
  const scope = laneId === undefined ? {} : { laneId }
  const onError = (error: Error) => showToast({ type: 'error', message: errorMessage(error) })
  const pause = useAction({
    call: (_, signal) => client.queue.pause(scope, { signal }),
    onError,
  })
  const resume = useAction({
    call: (_, signal) => client.queue.resume(scope, { signal }),
    onSuccess: ({ paused }) => {
      if (paused) showToast({ type: 'warning', message: STILL_PAUSED })
    },
    onError,
  })
  return { pause, resume }
}

const STILL_PAUSED = 'Sigue en pausa, porque ahora todo está en pausa.'
