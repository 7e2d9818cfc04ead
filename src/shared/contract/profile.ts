import { profileSchema } from '../model/profile.ts'
import { signedInCall } from './errors.ts'

/** Who is signed in. */
const read = signedInCall.route({ method: 'GET', path: '/profile' }).output(profileSchema)

export const profile = { read }
