import { z } from 'zod'
import { preferencesSchema, profileSchema } from '../model/profile.ts'
import { signedInCall } from './errors.ts'

/** Who is signed in. */
const read = signedInCall.route({ method: 'GET', path: '/profile' }).output(profileSchema)

/** The first steps, once done, stay so. */
const update = signedInCall
  .route({ method: 'PATCH', path: '/profile' })
  .input(preferencesSchema.extend({ initialSetupComplete: z.literal(true) }).partial())
  .output(profileSchema)

export const profile = { read, update }
