import { z } from 'zod'
import { notificationSchema } from '../model/notification.ts'
import { notFound, signedInCall } from './errors.ts'

/** The newest 50. */
const list = signedInCall
  .route({ method: 'GET', path: '/notifications' })
  .output(z.array(notificationSchema))

const markRead = signedInCall
  .route({ method: 'POST', path: '/notifications/{id}/read', successStatus: 204 })
  .input(z.object({ id: z.string() }))
  .errors(notFound)

const markAllRead = signedInCall.route({
  method: 'POST',
  path: '/notifications/read',
  successStatus: 204,
})

const clearRead = signedInCall.route({
  method: 'DELETE',
  path: '/notifications/read',
  successStatus: 204,
})

export const notifications = { list, markRead, markAllRead, clearRead }
