import { z } from 'zod'
import { codeSchema } from '../model/second-factor.ts'
import { secondFactorTexts } from '../texts/sign-in.ts'
import { signedIn } from './calls.ts'

/** Fits the account's id, a secret and an instant, encrypted. */
const MAX_SET_UP_LENGTH = 1_024

/** Shown once: only hashes of them are stored. */
const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) })

const notOn = { SECOND_FACTOR_OFF: { status: 409, message: secondFactorTexts.notOn } } as const

/** Whether signing in takes an app's code besides the password. */
const read = signedIn
  .route({ method: 'GET', path: '/second-factor' })
  .meta({ credential: 'session' })
  .output(
    z.object({
      /** When it was switched on; null: off. */
      since: z.iso.datetime().nullable(),
      recoveryCodesLeft: z.int(),
    }),
  )

/** Begins to switch it on. The server stores no state, so an abandoned attempt leaves no trace. */
const setUp = signedIn
  .route({ method: 'POST', path: '/second-factor/set-up' })
  .meta({ changes: [], credential: 'recent' })
  .output(
    z.object({
      /** In base32, to be typed into an app. */
      secret: z.string(),
      /** The same as the content of a QR code: `otpauth://totp/…`. */
      address: z.string(),
      /** To be sent back with the first code, within half an hour. */
      setUp: z.string(),
    }),
  )

/** Switches it on, which ends all other sessions: they began with the password alone. */
const turnOn = signedIn
  .route({ method: 'POST', path: '/second-factor' })
  .meta({ changes: ['sessions'], credential: 'recent' })
  .input(z.object({ setUp: z.string().max(MAX_SET_UP_LENGTH), code: codeSchema }))
  .output(recoveryCodesSchema)
  .errors({
    SECOND_FACTOR_ON: { status: 409, message: secondFactorTexts.alreadyOn },
    SET_UP_OVER: { status: 410, message: secondFactorTexts.setUpOver },
    /** The message says how far off the phone's clock is, if that is the reason. */
    CODE_WRONG: { status: 422, message: secondFactorTexts.wrongCode },
  })

const makeRecoveryCodes = signedIn
  .route({ method: 'POST', path: '/second-factor/recovery-codes' })
  .meta({ changes: ['sessions'], credential: 'recent' })
  .output(recoveryCodesSchema)
  .errors(notOn)

/** Switches it off: the password alone is enough again. */
const turnOff = signedIn
  .route({ method: 'DELETE', path: '/second-factor', successStatus: 204 })
  .meta({ changes: ['sessions'], credential: 'recent' })
  .errors(notOn)

export const secondFactor = { read, setUp, turnOn, makeRecoveryCodes, turnOff }
