import { passkey } from '@better-auth/passkey'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import { clock } from '#server/base/clock.ts'
import { ownerTransaction } from '#server/store/engine/owner.ts'
import type { Database } from '#server/store/engine/schema.ts'
import {
  deletePasskey,
  findPasskey,
  keepOldestPasskeys,
  listPasskeys,
  notePasskeyUse,
} from '#server/store/rows/passkeys.ts'
import { sessionIds } from '#server/store/rows/sessions.ts'
import { MAX_PASSKEYS } from '#shared/limits.ts'
import { passkeyTexts } from '#shared/texts/sign-in.ts'
import { readAssertion, readNewPasskey } from './passkey-answers.ts'
import {
  CHALLENGE_COOKIE,
  keepChallenge,
  showChallenge,
  spendChallenge,
  withoutChallengeRows,
} from './passkey-challenges.ts'

const MAKE_OPTIONS = '/passkey/generate-register-options'
const MAKE = '/passkey/verify-registration'
const USE_OPTIONS = '/passkey/generate-authenticate-options'
const USE = '/passkey/verify-authentication'

/**
 * Passkeys by the authentication library's plug-in, valid only for the host of `PUBLIC_URL`. The hooks here
 * add the rules that the library leaves out or handles more loosely (decision 48):
 *
 * - The authenticator must have verified its user; otherwise a passkey would be a single factor.
 * - A challenge is stored only once it is answered, and is accepted once.
 * - An account has at most `MAX_PASSKEYS`, the size of the request that creates one is bounded, and
 *   attestation certificates are refused.
 * - Signed-in users confirm their identity with a passkey of the same account, and get no second session.
 * - Answers contain no keys and no sessions.
 */
export function passkeys({
  db,
  publicUrl,
}: {
  db: Database
  publicUrl: string
}): BetterAuthPlugin[] {
  const library = passkey({
    rpID: new URL(publicUrl).hostname,
    rpName: 'Pregonero',
    // If omitted, the library would take it from the request.
    origin: publicUrl,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: CHALLENGE_COOKIE },
    registration: {
      async afterVerification({ ctx, verification: { registrationInfo: made }, user }) {
        if (!made?.userVerified) throw refused()
        if ((await listPasskeys({ db, userId: user.id })).length >= MAX_PASSKEYS) throw tooMany()
        if (await findPasskey(db, made.credential.id)) throw taken()
        await spendChallenge(ctx)
      },
    },
    authentication: {
      async afterVerification({ ctx, verification: { authenticationInfo: used } }) {
        const own = await findPasskey(db, used.credentialID)
        if (!own || !used.userVerified) throw refused()
        const signedIn = await getSessionFromCtx(ctx)
        if (signedIn && signedIn.user.id !== own.userId) throw notOwn()
        await spendChallenge(ctx)
        if (!(await notePasskeyUse(db, own.id, used.newCounter, clock.now()))) throw refused()
        // The library would begin a second session.
        if (signedIn) throw new APIError('OK', { user: { id: own.userId } })
      },
    },
  })
  const rules: BetterAuthPlugin = {
    id: 'passkey-rules',
    init: () => ({ options: { databaseHooks: withoutChallengeRows } }),
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === MAKE,
          handler: createAuthMiddleware(async context => {
            const body = readNewPasskey(context.body)
            if (!body) throw refused()
            await showChallenge(context)
            // The library merges this into the sent body, so `createSession` has to be set.
            return { context: { body: { ...body, createSession: false } } }
          }),
        },
        {
          matcher: ({ path }) => path === USE,
          handler: createAuthMiddleware(async context => {
            const body = readAssertion(context.body)
            if (!body) throw refused()
            await showChallenge(context)
            return { context: { body } }
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === MAKE_OPTIONS || path === USE_OPTIONS,
          handler: createAuthMiddleware(async context => {
            const { data: options } = optionsSchema.safeParse(context.context.returned)
            if (!options) return
            const isNew = context.path === MAKE_OPTIONS
            const signedIn = isNew ? await getSessionFromCtx(context) : null
            const challenge = {
              type: isNew ? 'registration' : 'authentication',
              expectedChallenge: options.challenge,
              userData: { id: signedIn?.user.id ?? '' },
            } as const
            await keepChallenge(context, challenge, context.context.responseHeaders)
            return isNew ? undefined : context.json({ ...options, userVerification: 'required' })
          }),
        },
        {
          matcher: ({ path }) => path === MAKE,
          handler: createAuthMiddleware(async context => {
            const { returned } = context.context
            // The library answers 500 to every failed verification.
            if (returned instanceof APIError)
              return returned.statusCode === 500 ? insteadOf(refused()) : undefined
            const { id, userId, name } = madeSchema.parse(returned)
            // If the session has ended meanwhile, the account's passkeys may have been deleted before this one
            // was stored.
            const signedIn = await getSessionFromCtx(context)
            const isKept = await ownerTransaction({ db, userId }, async own => {
              const ids = await sessionIds(own.db, userId)
              if (signedIn && ids.includes(signedIn.session.id)) return true
              await deletePasskey(own, id)
              return false
            })
            if (!isKept) return insteadOf(refused())
            await keepOldestPasskeys({ db, userId }, MAX_PASSKEYS)
            // Concurrent requests may have exceeded the limit, with this passkey as the surplus one.
            const left = await listPasskeys({ db, userId })
            if (!left.some(one => one.id === id)) return insteadOf(tooMany())
            return context.json({ id, name })
          }),
        },
        {
          matcher: ({ path }) => path === USE,
          handler: createAuthMiddleware(async context => {
            const { newSession: begun, internalAdapter } = context.context
            if (!begun) return
            // If the passkey was deleted meanwhile, the account's sessions were ended before this one existed.
            if (!(await findPasskey(db, context.body.response.id))) {
              await internalAdapter.deleteSession(begun.session.token)
              deleteSessionCookie(context, true)
              context.context.setNewSession(null)
              return insteadOf(refused())
            }
            return context.json({ user: { id: begun.user.id } })
          }),
        },
      ],
    },
  }
  return [library, rules]
}

/** True for a failed verification, which the library logs as an error: strangers can cause any number of them. */
export const isRefusedPasskey = (message: string, error: Error | undefined): boolean =>
  /^Failed to verify (registration|authentication)$/.test(message) && error?.constructor === Error

const optionsSchema = z.looseObject({ challenge: z.string() })
const madeSchema = z.object({ id: z.string(), userId: z.string(), name: z.string().nullish() })

/** Replaces the library's answer; an error thrown after it would be sent with that answer's status. */
const insteadOf = ({ body, statusCode }: APIError): Response =>
  Response.json(body, { status: statusCode })

const refused = (): APIError =>
  new APIError('UNAUTHORIZED', { code: 'PASSKEY_REFUSED', message: passkeyTexts.refused })

const notOwn = (): APIError =>
  new APIError('FORBIDDEN', { code: 'PASSKEY_NOT_OWN', message: passkeyTexts.notOwn })

const tooMany = (): APIError =>
  new APIError('CONFLICT', { code: 'TOO_MANY_PASSKEYS', message: passkeyTexts.tooMany })

const taken = (): APIError =>
  new APIError('CONFLICT', { code: 'PASSKEY_TAKEN', message: passkeyTexts.taken })
