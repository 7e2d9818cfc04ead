import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthEndpoint, createAuthMiddleware } from 'better-auth/api'
import { deleteSessionCookie, expireCookie, setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import type { GetCookie } from '#server/accounts/known-browsers.ts'
import { clock } from '#server/base/clock.ts'
import type { SecretBox } from '#server/base/secrets.ts'
import type { Database } from '#server/store/engine/schema.ts'
import {
  countCodeTry,
  readSecondFactor,
  spendRecoveryCode,
  spendStep,
  type TriedFrom,
} from '#server/store/rows/second-factors.ts'
import { DAY_MS } from '#shared/limits.ts'
import { codeSchema, recoveryCodeSchema } from '#shared/model/second-factor.ts'
import { secondFactorTexts } from '#shared/texts/sign-in.ts'
import { PENDING_SECONDS, type PendingSignIn, type PendingSignIns } from './pending-sign-ins.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { stepOf } from './totp.ts'

/** Max codes tried per account and day. Of a million codes, three are valid at a time. */
const MAX_TRIES: Readonly<Record<TriedFrom, number>> = { unknown: 20, known: 50 }

/**
 * Second step of signing in. For an account with a second factor, the right password begins a pending
 * sign-in, kept in a cookie, instead of a session.
 *
 * Tried codes are counted per account, separately for browsers with the account's device cookie: an attacker
 * who knows the password can use up a day's attempts, and the owner can still sign in from a known browser,
 * or from anywhere with a recovery code, which can't be guessed and is not counted.
 *
 * This is a plug-in of the authentication library, whose sessions and cookies it creates. The library's own
 * second factor is not used (decision 44).
 */
export function secondStep({
  db,
  secretBox,
  pendingSignIns,
  isKnownBrowser,
}: {
  db: Database
  secretBox: SecretBox
  pendingSignIns: PendingSignIns
  isKnownBrowser: (getCookie: GetCookie, email: string) => boolean
}) {
  async function spendCode(
    { userId, since, secret }: PendingSignIn,
    code: string,
    from: TriedFrom,
  ) {
    const now = clock.now()
    const counted = await countCodeTry(db, userId, from, DAY_MS, now)
    if (!counted) throw over()
    if (counted.tries > MAX_TRIES[from]) throw tooMany(userId, counted.begun + DAY_MS - now)
    const step = stepOf(secretBox.decrypt(secret), code, now)
    if (step === null) throw refused('CODE_WRONG', secondFactorTexts.wrongCode, userId)
    if (!(await spendStep(db, userId, { since, step, from })))
      throw refused('CODE_USED', secondFactorTexts.usedCode, userId)
  }
  /** @returns number of remaining codes */
  async function spendOneOfRecovery({ userId }: PendingSignIn, code: string): Promise<number> {
    if (!(await spendRecoveryCode(db, userId, hashRecoveryCode(code))))
      throw refused('RECOVERY_CODE_WRONG', secondFactorTexts.wrongRecoveryCode, userId)
    return (await readSecondFactor(db, userId))?.codesLeft ?? 0
  }
  return {
    id: 'second-step',
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async context => {
            const begun = context.context.newSession
            const pending = begun && (await pendingSignIns.begin(begun.user.id, clock.now()))
            if (!pending) return
            deleteSessionCookie(context, true)
            await context.context.internalAdapter.deleteSession(begun.session.token)
            context.context.setNewSession(null)
            const { name, attributes } = pendingCookie(context)
            context.setCookie(name, pending, attributes)
            return context.json({ secondFactor: true })
          }),
        },
      ],
    },
    endpoints: {
      signInSecondFactor: createAuthEndpoint(
        '/sign-in/second-factor',
        { method: 'POST', body: bodySchema },
        async context => {
          const cookie = pendingCookie(context)
          const shown = context.getCookie(cookie.name) ?? ''
          const pending = await pendingSignIns.read(shown, clock.now())
          const { internalAdapter, authCookies, secret } = context.context
          const user = pending && (await internalAdapter.findUserById(pending.userId))
          if (!user) throw over()
          const { body } = context
          const from = isKnownBrowser(context.getCookie, user.email) ? 'known' : 'unknown'
          const recoveryCodesLeft =
            'code' in body
              ? await spendCode(pending, body.code, from)
              : await spendOneOfRecovery(pending, body.recoveryCode)
          const isShort = await context.getSignedCookie(authCookies.dontRememberToken.name, secret)
          const session = await internalAdapter.createSession(user.id, Boolean(isShort))
          // If the password was changed meanwhile, the account's sessions were ended before this one existed.
          if (!(await pendingSignIns.read(shown, clock.now()))) {
            await internalAdapter.deleteSession(session.token)
            throw over()
          }
          await setSessionCookie(context, { session, user })
          expireCookie(context, cookie)
          return context.json({ user: { id: user.id }, recoveryCodesLeft })
        },
      ),
    },
  } satisfies BetterAuthPlugin
}

const bodySchema = z.union([
  z.strictObject({ code: codeSchema }),
  z.strictObject({ recoveryCode: recoveryCodeSchema }),
])

const pendingCookie = (context: GenericEndpointContext) =>
  context.context.createAuthCookie('second_step', { maxAge: PENDING_SECONDS })

/** @param userId owner of the second factor, for the account's events */
const refused = (code: string, message: string, userId?: string): APIError =>
  new APIError('UNAUTHORIZED', { code, message, ...(userId && { user: { id: userId } }) })

/** The pending sign-in is over: the password has to be entered again. */
const over = (): APIError => refused('SECOND_STEP_OVER', secondFactorTexts.stepOver)

const tooMany = (userId: string, wait: number): APIError =>
  new APIError(
    'TOO_MANY_REQUESTS',
    { code: 'TOO_MANY_CODES', message: secondFactorTexts.tooManyCodes, user: { id: userId } },
    { 'Retry-After': String(Math.ceil(wait / 1_000)) },
  )
