import { z } from 'zod'
import { profileSchema } from '../model/profile.ts'
import { signedInCall } from './errors.ts'

/** Who is signed in. */
const read = signedInCall.route({ method: 'GET', path: '/profile' }).output(profileSchema)

/** The first steps are done, and stay so. */
const update = signedInCall
  .route({ method: 'PATCH', path: '/profile' })
  .input(z.object({ initialSetupComplete: z.literal(true) }))
  .output(profileSchema)

export const profile = { read, update }
