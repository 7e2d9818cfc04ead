import type { PlaceOf } from '#server/accounts/events/places.ts'
import { listAccountEvents } from '#server/store/rows/account-events.ts'
import { EVENTS_PER_PAGE } from '#shared/model/account-event.ts'
import { signedIn } from './callers.ts'
import { instant } from './instants.ts'

export const accountEventOperations = ({ placeOf }: { placeOf: PlaceOf }) => ({
  list: signedIn.accountEvents.list.handler(async ({ context: { owner }, input }) => {
    const { rows, total } = await listAccountEvents(owner, input.page)
    const items = await Promise.all(
      rows.map(async ({ at, since, user_agent, ...row }) => ({
        ...row,
        at: instant(at),
        since: instant(since),
        userAgent: user_agent,
        location: await placeOf(row.address),
      })),
    )
    return { items, total, page: input.page, pageSize: EVENTS_PER_PAGE }
  }),
})
