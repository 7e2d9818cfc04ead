import { deleteSession, listSessions } from '#server/store/rows/sessions.ts'
import { instant } from './answers.ts'
import { signedIn } from './callers.ts'

export const sessionOperations = {
  list: signedIn.sessions.list.handler(async ({ context: { who, owner } }) => {
    const rows = await listSessions(owner, Date.now())
    return rows
      .map(({ id, signedInAt, ipAddress, userAgent }) => ({
        id,
        isCurrent: id === who.sessionId,
        signedInAt: instant(signedInAt),
        ipAddress: ipAddress || null,
        userAgent: userAgent || null,
      }))
      .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
  }),

  end: signedIn.sessions.end.handler(async ({ context: { owner, live }, input, errors }) => {
    if (!(await deleteSession(owner, input.id))) throw errors.NOT_FOUND()
    live.endSession(input.id)
  }),
}
