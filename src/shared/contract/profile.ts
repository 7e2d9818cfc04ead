import { z } from 'zod'
import { preferencesSchema, profileSchema } from '../model/profile.ts'
import { signedIn } from './calls.ts'

/** Who is signed in. */
const read = signedIn.route({ method: 'GET', path: '/profile' }).output(profileSchema)

/** The first steps, once done, stay so. */
const update = signedIn
  .route({ method: 'PATCH', path: '/profile' })
  .meta({ changes: ['profile'] })
  .input(preferencesSchema.extend({ initialSetupComplete: z.literal(true) }).partial())
  .output(profileSchema)

export const profile = { read, update }
