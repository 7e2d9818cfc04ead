import { createAuth } from './accounts/auth.ts'
import { createPlaces } from './accounts/events/places.ts'
import { tellNewBrowser } from './accounts/events/tell-new-browser.ts'
import type { KeyRing } from './base/key-ring.ts'
import { createBrowserRoutes } from './http/browser-routes.ts'
import { createOperations } from './operations/operations.ts'

type Parts = Omit<Parameters<typeof createOperations>[0], 'placeOf'> &
  Omit<Parameters<typeof createBrowserRoutes>[0], 'auth' | 'operations' | 'endStreams'> & {
    keyRing: KeyRing
  }

/**
 * What browsers and programs ask for: its pages, its calls, and who may make them. Apart from the rest of the
 * app, which receives and delivers alerts before this is loaded.
 */
export function createDashboard(parts: Parts): ReturnType<typeof createBrowserRoutes> {
  const { db, keyRing, publicUrl, live, log } = parts
  const placeOf = createPlaces(log)
  const onNotified = (userId: string) => live.changed(userId, 'notifications')
  const auth = createAuth({
    db,
    keyRing,
    publicUrl,
    log,
    onNewBrowser: browser => tellNewBrowser(browser, { db, placeOf, log, onNotified }),
  })
  return createBrowserRoutes({
    ...parts,
    auth,
    operations: createOperations({ ...parts, placeOf }),
    endStreams: sessionId => live.endSession(sessionId),
  })
}
