import { createAuth } from './accounts/auth.ts'
import { createPlaces } from './accounts/events/places.ts'
import { SecurityNotices } from './accounts/events/security-notices.ts'
import type { KeyRing } from './base/key-ring.ts'
import { createBrowserRoutes } from './http/browser-routes.ts'
import { createOperations } from './operations/operations.ts'

type Parts = Omit<Parameters<typeof createOperations>[0], 'placeOf'> &
  Omit<Parameters<typeof createBrowserRoutes>[0], 'auth' | 'operations' | 'endStreams'> & {
    keyRing: KeyRing
  }

/**
 * Pages and calls for browsers and programs, and their access control. Separate from the rest of the app,
 * which receives and delivers alerts before this is loaded.
 */
export function createDashboard(parts: Parts): ReturnType<typeof createBrowserRoutes> {
  const { db, keyRing, publicUrl, live, log, events } = parts
  const placeOf = createPlaces(log)
  const onNotified = (userId: string) => live.changed(userId, 'notifications')
  const notices = new SecurityNotices({ db, placeOf, log, onNotified })
  const auth = createAuth({
    db,
    keyRing,
    publicUrl,
    log,
    onNewBrowser: browser => notices.newBrowser(browser),
    async onCopiedSession({ sessionId, browser }) {
      const { userId, address, userAgent } = browser
      live.endSession(sessionId)
      log.warn({ userId, address }, 'a copy of a session was shown, which ended')
      await events.record(
        { userId },
        {
          kind: 'session-copied',
          address: address ?? undefined,
          userAgent: userAgent ?? undefined,
        },
      )
      await notices.copiedSession(browser)
    },
  })
  return createBrowserRoutes({
    ...parts,
    auth,
    operations: createOperations({ ...parts, placeOf }),
    endStreams: sessionId => live.endSession(sessionId),
  })
}
