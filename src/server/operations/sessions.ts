import type { PlaceOf } from '#server/accounts/events/places.ts'
import { clock } from '#server/base/clock.ts'
import { deleteOtherSessions, deleteSession, listSessions } from '#server/store/rows/sessions.ts'
import { signedIn } from './callers.ts'
import { instant } from './instants.ts'

export const sessionOperations = ({ placeOf }: { placeOf: PlaceOf }) => ({
  list: signedIn.sessions.list.handler(async ({ context: { who, owner } }) => {
    const rows = await listSessions(owner, clock.now())
    const sessions = await Promise.all(
      rows.map(async ({ id, signedInAt, lastUsedAt, ipAddress, userAgent }) => ({
        id,
        isCurrent: id === who.by.id,
        signedInAt: instant(signedInAt),
        lastUsedAt: instant(lastUsedAt),
        ipAddress: ipAddress || null,
        location: await placeOf(ipAddress),
        userAgent: userAgent || null,
      })),
    )
    return sessions.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
  }),

  end: signedIn.sessions.end.handler(async ({ context: { owner, live }, input, errors }) => {
    if (!(await deleteSession(owner, input.id))) throw errors.NOT_FOUND()
    live.endSession(input.id)
  }),

  endOthers: signedIn.sessions.endOthers.handler(async ({ context: { who, owner, live } }) => {
    const ended = await deleteOtherSessions(owner, who.by.id)
    for (const id of ended) live.endSession(id)
    return { ended: ended.length }
  }),
})
