import { eventIterator } from '@orpc/contract'
import { liveEventSchema } from '../model/live-event.ts'
import { signedIn } from './calls.ts'

/** What changes for the signed-in user, as server-sent events, until the sign-out. */
const stream = signedIn
  .route({ method: 'GET', path: '/events' })
  .output(eventIterator(liveEventSchema))

export const events = { stream }
