import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { liveEventSchema } from '../model/live-event.ts'
import { signedIn } from './calls.ts'

/**
 * Changes for the signed-in user, as server-sent events, for at most ten minutes and until the sign-out. With `alerts`
 * `true`, it sends events of alerts in place of toasts.
 */
const stream = signedIn
  .route({ method: 'GET', path: '/events' })
  .input(z.object({ alerts: z.enum(['true', 'false']).optional() }).optional())
  .output(eventIterator(liveEventSchema))

export const events = { stream }
