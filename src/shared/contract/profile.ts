import { z } from 'zod'
import { preferencesSchema, profileSchema } from '../model/profile.ts'
import { signedIn } from './calls.ts'

/** The signed-in user. */
const read = signedIn.route({ method: 'GET', path: '/profile' }).output(profileSchema)

/** `initialSetupComplete` can be set, but not cleared. */
const update = signedIn
  .route({ method: 'PATCH', path: '/profile' })
  .meta({ changes: ['profile'] })
  .input(preferencesSchema.extend({ initialSetupComplete: z.literal(true) }).partial())
  .output(profileSchema)

export const profile = { read, update }
