import { useQuery } from '@tanstack/react-query'
import type { Queue } from '#shared/model/queue.ts'
import { api } from '#web/data/client.ts'

/** Poll interval: some changes send no event, such as a dead process or an outage that ended unseen. */
const ASK_AGAIN_MS = 15_000
/** Younger alerts are being sent and do not count as waiting. */
const ON_ITS_WAY_MS = 2_000

/** Totals of the queue and the chats that wait longest; undefined until loaded. */
export function useQueueHead() {
  const { data: head } = useQuery(
    api.queue.list.queryOptions({
      input: { page: 1 },
      refetchInterval: ({ state }) =>
        state.data && isOnItsWay(state.data, state.data) ? ON_ITS_WAY_MS : ASK_AGAIN_MS,
    }),
  )
  return { head }
}

/** True if the waiting alerts, of all chats or of one, came a moment ago and are being sent. */
export const isOnItsWay = ({ since }: Pick<Queue, 'since'>, { asOf }: Pick<Queue, 'asOf'>) =>
  since !== null && Date.parse(asOf) - Date.parse(since) < ON_ITS_WAY_MS

/** Number of waiting alerts, without the ones being sent. */
export function waitingIn(queue: Queue): Queue['waiting'] {
  return isOnItsWay(queue, queue) ? { count: 0, more: false } : queue.waiting
}
