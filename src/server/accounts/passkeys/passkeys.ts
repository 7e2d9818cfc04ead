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
import { passkeyTexts } from '#shared/sign-in-texts.ts'
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
 * Passkeys, by the authentication library's plug-in, good for the host of `PUBLIC_URL` alone. What that
 * leaves to others, or does more loosely than it is wanted here, is made up for beside it (decision 48):
 *
 * - The authenticator must have verified its user, without which a passkey would be a single factor.
 * - A challenge is not stored before it is answered, and serves once.
 * - An account has few passkeys, what makes one is bounded, and no attestation is looked into.
 * - Who is signed in confirms who they are, with a passkey of the same account, and gets no second session.
 * - Answers hold no keys and no sessions.
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
    // Where it is left out, the request says it.
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
            // What is not named stays as it was sent.
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
            // It takes whatever it could not verify for a fault of its own.
            if (returned instanceof APIError)
              return returned.statusCode === 500 ? insteadOf(refused()) : undefined
            const { id, userId, name } = madeSchema.parse(returned)
            // Where its session was ended meanwhile, the account's passkeys may have been taken away before.
            const signedIn = await getSessionFromCtx(context)
            const isKept = await ownerTransaction({ db, userId }, async own => {
              const ids = await sessionIds(own.db, userId)
              if (signedIn && ids.includes(signedIn.session.id)) return true
              await deletePasskey(own, id)
              return false
            })
            if (!isKept) return insteadOf(refused())
            await keepOldestPasskeys({ db, userId }, MAX_PASSKEYS)
            // Of several that were made at once, this may have been one too many.
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
            // Where the passkey was taken away meanwhile, sessions were ended before this one was there.
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

/** What the library takes for a fault, of which strangers can make any number: an answer that is not right. */
export const isRefusedPasskey = (message: string, error: Error | undefined): boolean =>
  /^Failed to verify (registration|authentication)$/.test(message) && error?.constructor === Error

const optionsSchema = z.looseObject({ challenge: z.string() })
const madeSchema = z.object({ id: z.string(), userId: z.string(), name: z.string().nullish() })

/** What is thrown after the library has answered would be told with that answer's status. */
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
