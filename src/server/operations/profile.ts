import { isSetUp } from '#server/store/profiles.ts'
import { mine } from './signed-in.ts'

export const profileOperations = ({ simulated }: { simulated: boolean }) => ({
  read: mine.profile.read.handler(async ({ context: { who, owner } }) => ({
    email: who.email,
    name: who.name,
    initialSetupComplete: await isSetUp(owner),
    simulated,
  })),
})
