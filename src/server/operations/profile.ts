import type { SignedIn } from '#server/accounts/auth.ts'
import type { Live } from '#server/live/live.ts'
import type { Owner } from '#server/store/owner.ts'
import { completeSetUp, isSetUp } from '#server/store/profiles.ts'
import { mine } from './signed-in.ts'

export function profileOperations({ live, simulated }: { live: Live; simulated: boolean }) {
  const profileOf = async (who: SignedIn, owner: Owner) => ({
    email: who.email,
    name: who.name,
    initialSetupComplete: await isSetUp(owner),
    simulated,
  })
  return {
    read: mine.profile.read.handler(({ context: { who, owner } }) => profileOf(who, owner)),

    update: mine.profile.update.handler(async ({ context: { who, owner } }) => {
      await completeSetUp(owner)
      live.changed(owner.userId, 'profile')
      return profileOf(who, owner)
    }),
  }
}
