/** Hashing, verification and rules of passwords for the authentication library. */
import { BASE_ERROR_CODES, type BetterAuthPlugin, type GenericEndpointContext } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import type { Log } from '#server/base/log.ts'
import { ownerTransaction } from '#server/store/engine/owner.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { findPasswordHash, replacePasswordHash } from '#server/store/rows/accounts.ts'
import { deleteOtherSessions } from '#server/store/rows/sessions.ts'
import { assertChoosable, NewPasswordRefusedError } from './new-passwords.ts'
import { hashAsSlowlyAsWrong, hashPassword, isOutdated, verifyPassword } from './password-hash.ts'

type Stored = { hash: string; password: string }

export const libraryPasswords = ({ db, log }: { db: Database; log: Log }) => ({
  /** For an unknown e-mail, the library hashes the given password and discards the result. */
  hash: hashAsSlowlyAsWrong,

  /** True if the password is right; it is then rehashed if its hash has an outdated cost. */
  async verify({ hash, password }: Stored): Promise<boolean> {
    if (!(await verifyPassword({ hash, password }))) return false
    if (isOutdated(hash))
      await hashPassword(password)
        .then(better => replacePasswordHash(db, hash, better))
        .catch(error => log.warn({ err: error }, 'a password could not be hashed anew'))
    return true
  },
})

/** Checks a new password before the library verifies the present one. */
export const newPasswordRule = (): BetterAuthPlugin => ({
  id: 'new-password-rule',
  hooks: {
    before: [
      {
        matcher: ({ path }) => path === '/change-password',
        handler: createAuthMiddleware(async context => {
          const signedIn = await getSessionFromCtx(context)
          const { newPassword } = context.body ?? {}
          if (!signedIn || typeof newPassword !== 'string') return
          await assertChoosable(newPassword, signedIn.user.email).catch(error => {
            if (!(error instanceof NewPasswordRefusedError)) throw error
            throw new APIError('BAD_REQUEST', {
              code: 'NEW_PASSWORD_REFUSED',
              message: error.message,
            })
          })
        }),
      },
    ],
  },
})

/**
 * Refuses a sign-in whose password is changed while it is being verified: the change ended only sessions that
 * existed already. Also refuses a change based on a password that is no longer current, so that it cannot undo
 * a change by the operator. Must come before the plug-ins that act on a new session.
 */
export function changedMeanwhile(db: Database): BetterAuthPlugin {
  /** Password hash of the account that each request names, read before the password is verified. */
  const hashes = new WeakMap<Request, string | undefined>()
  /** Hash of the new password that each request has set. */
  const chosen = new WeakMap<Request, string>()
  const isSignIn = ({ path }: { path?: string }) => path === '/sign-in/email'
  const isChange = ({ path }: { path?: string }) => path === '/change-password'

  /**
   * Sets the new hash only if the given password is still current, and ends the other sessions. The library
   * would set it unconditionally and end them only on request.
   */
  async function exchange(hash: string, context: GenericEndpointContext): Promise<void> {
    const signedIn = context.context.session
    const present = signedIn ? await findPasswordHash(db, signedIn.user.email) : undefined
    const { currentPassword: password } = context.body
    const isDone =
      signedIn &&
      present !== undefined &&
      (await verifyPassword({ hash: present, password })) &&
      (await ownerTransaction({ db, userId: signedIn.user.id }, async own => {
        if (!(await replacePasswordHash(own.db, present, hash))) return false
        await deleteOtherSessions(own, signedIn.session.id)
        return true
      }))
    if (!isDone) throw APIError.from('BAD_REQUEST', BASE_ERROR_CODES.INVALID_PASSWORD)
    if (context.request) chosen.set(context.request, hash)
  }
  async function endBegun(context: GenericEndpointContext, token: string): Promise<void> {
    await context.context.internalAdapter.deleteSession(token)
    deleteSessionCookie(context, true)
    context.context.setNewSession(null)
  }
  return {
    id: 'changed-meanwhile',
    init: () => ({
      options: {
        databaseHooks: {
          account: {
            update: {
              async before({ password }, context) {
                if (!context || !isChange(context) || typeof password !== 'string') return
                await exchange(password, context)
                return false
              },
            },
          },
        },
      },
    }),
    hooks: {
      before: [
        {
          matcher: isSignIn,
          handler: createAuthMiddleware(async ({ request, body }) => {
            if (request && typeof body?.email === 'string')
              hashes.set(request, await findPasswordHash(db, body.email.toLowerCase()))
          }),
        },
      ],
      after: [
        {
          matcher: isSignIn,
          handler: createAuthMiddleware(async context => {
            const { newSession: begun } = context.context
            if (!context.request || !begun) return
            const hash = await findPasswordHash(db, begun.user.email)
            if (hash !== undefined && hash === hashes.get(context.request)) return
            // The same password may have been rehashed.
            const { password } = context.body
            if (hash !== undefined && (await verifyPassword({ hash, password }))) return
            await endBegun(context, begun.session.token)
            // An error thrown here would be sent with the status of the library's answer.
            return Response.json(BASE_ERROR_CODES.INVALID_EMAIL_OR_PASSWORD, { status: 401 })
          }),
        },
        {
          matcher: isChange,
          handler: createAuthMiddleware(async context => {
            const { newSession: begun } = context.context
            if (!context.request || !begun) return
            const hash = await findPasswordHash(db, begun.user.email)
            if (hash === chosen.get(context.request)) return
            await endBegun(context, begun.session.token)
            return Response.json(BASE_ERROR_CODES.INVALID_PASSWORD, { status: 400 })
          }),
        },
      ],
    },
  }
}
