/** How the authentication library hashes, checks and takes passwords. */
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
  /** The library hashes what is given for an unknown e-mail, and throws it away. */
  hash: hashAsSlowlyAsWrong,

  /** A right password has its hash made anew where today's costs more. */
  async verify({ hash, password }: Stored): Promise<boolean> {
    if (!(await verifyPassword({ hash, password }))) return false
    if (isOutdated(hash))
      await hashPassword(password)
        .then(better => replacePasswordHash(db, hash, better))
        .catch(error => log.warn({ err: error }, 'a password could not be hashed anew'))
    return true
  },
})

/** What a new password has to be, before the library looks at the present one. */
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
 * A password that is changed while it is looked at opens nothing: the sessions that it had begun were ended
 * before this one was there. Nor is it changed by it, so that nobody undoes what the operator sets meanwhile.
 * Comes before what tells of a new session.
 */
export function changedMeanwhile(db: Database): BetterAuthPlugin {
  /** The hash of the account that each request names, before its password was looked at. */
  const hashes = new WeakMap<Request, string | undefined>()
  /** The hash of the password that each request has chosen. */
  const chosen = new WeakMap<Request, string>()
  const isSignIn = ({ path }: { path?: string }) => path === '/sign-in/email'
  const isChange = ({ path }: { path?: string }) => path === '/change-password'

  /** The library would write it, whatever the password is by now, and end the other sessions where it is asked to. */
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
            // It may be the same password, hashed anew.
            const { password } = context.body
            if (hash !== undefined && (await verifyPassword({ hash, password }))) return
            await endBegun(context, begun.session.token)
            // What is thrown now would be told with the status of what the library has answered.
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
