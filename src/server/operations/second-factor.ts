import {
  beginSetUp,
  renewRecoveryCodes,
  SecondFactorOnError,
  SetUpOverError,
  turnOn,
  WrongCodeError,
} from '#server/accounts/second-factor/second-factor.ts'
import { clock } from '#server/base/clock.ts'
import type { SecretBox } from '#server/base/secrets.ts'
import { ownerTransaction } from '#server/store/engine/owner.ts'
import { deleteSecondFactor, readSecondFactor } from '#server/store/rows/second-factors.ts'
import { secondFactorTexts } from '#shared/texts/sign-in.ts'
import { signedIn } from './callers.ts'
import { instant } from './instants.ts'

export function secondFactorOperations({
  secretBox,
  publicUrl,
}: {
  secretBox: SecretBox
  publicUrl: string
}) {
  const app = `Pregonero ${new URL(publicUrl).host}`
  return {
    read: signedIn.secondFactor.read.handler(async ({ context: { owner } }) => {
      const factor = await readSecondFactor(owner.db, owner.userId)
      return {
        since: factor ? instant(factor.since) : null,
        recoveryCodesLeft: factor?.codesLeft ?? 0,
      }
    }),

    setUp: signedIn.secondFactor.setUp.handler(async ({ context: { who } }) =>
      beginSetUp(secretBox, { ...who, app }, clock.now()),
    ),

    turnOn: signedIn.secondFactor.turnOn.handler(
      async ({ context: { who, owner, live, renewSession }, input, errors }) => {
        try {
          const first = { ...input, sessionId: who.by.id }
          const { recoveryCodes, ended } = await turnOn(owner, secretBox, first, clock.now())
          for (const id of ended) live.endSession(id)
          await renewSession()
          return { recoveryCodes }
        } catch (error) {
          if (error instanceof SecondFactorOnError) throw errors.SECOND_FACTOR_ON()
          if (error instanceof SetUpOverError) throw errors.SET_UP_OVER()
          if (error instanceof WrongCodeError) throw errors.CODE_WRONG({ message: saying(error) })
          throw error
        }
      },
    ),

    makeRecoveryCodes: signedIn.secondFactor.makeRecoveryCodes.handler(
      async ({ context: { owner, renewSession }, errors }) => {
        const recoveryCodes = await renewRecoveryCodes(owner)
        if (!recoveryCodes) throw errors.SECOND_FACTOR_OFF()
        await renewSession()
        return { recoveryCodes }
      },
    ),

    turnOff: signedIn.secondFactor.turnOff.handler(
      async ({ context: { owner, renewSession }, errors }) => {
        const wasOn = await ownerTransaction(owner, own => deleteSecondFactor(own.db, own.userId))
        if (!wasOn) throw errors.SECOND_FACTOR_OFF()
        await renewSession()
      },
    ),
  }
}

const saying = ({ clockError }: WrongCodeError): string =>
  clockError === null ? secondFactorTexts.wrongCode : secondFactorTexts.clockOff(clockError)
