import { z } from 'zod'
import { idSchema } from '../model/id.ts'
import { notificationSchema } from '../model/notification.ts'
import { notFound, signedIn } from './calls.ts'

/** The newest 50. */
const list = signedIn
  .route({ method: 'GET', path: '/notifications' })
  .output(z.array(notificationSchema))

const markRead = signedIn
  .route({ method: 'POST', path: '/notifications/{id}/read', successStatus: 204 })
  .meta({ changes: ['notifications'] })
  .input(z.object({ id: idSchema }))
  .errors(notFound)

const markAllRead = signedIn
  .route({
    method: 'POST',
    path: '/notifications/read',
    successStatus: 204,
  })
  .meta({ changes: ['notifications'] })

const clearRead = signedIn
  .route({
    method: 'DELETE',
    path: '/notifications/read',
    successStatus: 204,
  })
  .meta({ changes: ['notifications'] })

export const notifications = { list, markRead, markAllRead, clearRead }
