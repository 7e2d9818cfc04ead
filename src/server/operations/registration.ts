import { EmailTakenError } from '#server/accounts/manage-accounts.ts'
import { NewPasswordRefusedError } from '#server/accounts/passwords/new-passwords.ts'
import {
  type Registration,
  RegistrationClosedError,
  TooManyRegistrationsError,
} from '#server/accounts/registration.ts'
import { registrationTexts } from '#shared/texts/sign-in.ts'
import { anyone } from './callers.ts'

export const registrationOperations = ({ registration }: { registration: Registration }) => ({
  read: anyone.registration.read.handler(async () => ({ allowed: await registration.allowed() })),

  create: anyone.registration.create.handler(async ({ context, input, errors }) => {
    try {
      await registration.register(input, context.network)
      return { email: input.email }
    } catch (error) {
      if (error instanceof EmailTakenError) throw errors.EMAIL_TAKEN()
      if (error instanceof RegistrationClosedError) throw errors.REGISTRATION_CLOSED()
      if (error instanceof NewPasswordRefusedError) {
        const issues = [{ path: ['password'], message: error.message }]
        throw errors.INPUT_INVALID({ message: error.message, data: { issues } })
      }
      if (error instanceof TooManyRegistrationsError) {
        context.setHeader('Retry-After', String(error.retryAfter))
        const minutes = Math.ceil(error.retryAfter / 60)
        throw errors.TOO_MANY_REQUESTS({ message: registrationTexts.tooMany(minutes) })
      }
      throw error
    }
  }),
})
