import { useQuery } from '@tanstack/react-query'
import type { Queue } from '#shared/model/queue.ts'
import { api } from '#web/data/client.ts'

/** What nobody tells of comes with time: a process that is gone, an outage that was over unseen. */
const ASK_AGAIN_MS = 15_000
/** What is sent at once has left by then, and does not wait. */
const ON_ITS_WAY_MS = 2_000

/** What waits in all and the chats that wait longest; undefined until it has arrived. */
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

/** Whether what waits, in all or in a chat, came a moment ago and is being sent. */
export const isOnItsWay = ({ since }: Pick<Queue, 'since'>, { asOf }: Pick<Queue, 'asOf'>) =>
  since !== null && Date.parse(asOf) - Date.parse(since) < ON_ITS_WAY_MS

/** How many wait, those left out that are being sent at once. */
export function waitingIn(queue: Queue): Queue['waiting'] {
  return isOnItsWay(queue, queue) ? { count: 0, more: false } : queue.waiting
}
