import { EmailTakenError } from '#server/accounts/manage-accounts.ts'
import {
  type Registration,
  RegistrationBusyError,
  RegistrationClosedError,
} from '#server/accounts/registration.ts'
import { anyone } from './callers.ts'

export const registrationOperations = ({ registration }: { registration: Registration }) => ({
  read: anyone.registration.read.handler(async () => ({ allowed: await registration.allowed() })),

  create: anyone.registration.create.handler(async ({ input, errors }) => {
    try {
      await registration.register(input)
      return { email: input.email }
    } catch (error) {
      if (error instanceof EmailTakenError) throw errors.EMAIL_TAKEN()
      if (error instanceof RegistrationClosedError) throw errors.REGISTRATION_CLOSED()
      if (error instanceof RegistrationBusyError) throw errors.TOO_MANY_REQUESTS()
      throw error
    }
  }),
})
