import { z } from 'zod'
import { codeSchema } from '../model/second-factor.ts'
import { secondFactorTexts } from '../sign-in-texts.ts'
import { signedIn } from './calls.ts'

/** Of the account's id, a secret and an instant, encrypted. */
const MAX_SET_UP_LENGTH = 1_024

/** Shown once: what is kept of them can't be read. */
const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) })

const notOn = { SECOND_FACTOR_OFF: { status: 409, message: secondFactorTexts.notOn } } as const

/** Whether signing in takes the code of an app beside the password. */
const read = signedIn
  .route({ method: 'GET', path: '/second-factor' })
  .meta({ credential: 'session' })
  .output(
    z.object({
      /** Null: it does not. */
      since: z.iso.datetime().nullable(),
      recoveryCodesLeft: z.int(),
    }),
  )

/** Begins to switch it on. Nothing is kept of it: what is given up leaves nothing. */
const setUp = signedIn
  .route({ method: 'POST', path: '/second-factor/set-up' })
  .meta({ changes: [], credential: 'recent' })
  .output(
    z.object({
      /** In base32, for those who type it into their app. */
      secret: z.string(),
      /** The same for a camera: `otpauth://totp/…`. */
      address: z.string(),
      /** Goes back with the first code, within half an hour. */
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
    /** The message says how far off the phone's clock is, where that is why. */
    CODE_WRONG: { status: 422, message: secondFactorTexts.wrongCode },
  })

const makeRecoveryCodes = signedIn
  .route({ method: 'POST', path: '/second-factor/recovery-codes' })
  .meta({ changes: ['sessions'], credential: 'recent' })
  .output(recoveryCodesSchema)
  .errors(notOn)

/** The password alone is enough again. */
const turnOff = signedIn
  .route({ method: 'DELETE', path: '/second-factor', successStatus: 204 })
  .meta({ changes: ['sessions'], credential: 'recent' })
  .errors(notOn)

export const secondFactor = { read, setUp, turnOn, makeRecoveryCodes, turnOff }
