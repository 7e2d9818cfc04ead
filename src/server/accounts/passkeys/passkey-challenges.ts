import type { BetterAuthOptions, GenericEndpointContext } from 'better-auth'
import { APIError } from 'better-auth/api'
import { z } from 'zod'
import { clock } from '#server/base/clock.ts'
import { passkeyTexts } from '#shared/texts/sign-in.ts'

/** Cookie of the challenge. The library's holds the id of a stored challenge; ours holds the whole challenge. */
export const CHALLENGE_COOKIE = 'passkey'
const CHALLENGE_SECONDS = 5 * 60

/**
 * A challenge that an authenticator is asked to sign.
 * @property userData.id account that will own the new passkey; empty for a sign-in or confirmation
 */
export type Challenge = {
  type: 'registration' | 'authentication'
  expectedChallenge: string
  userData: { id: string }
}

/** Keeps new challenges out of the database, because strangers may request any number of them. */
export const withoutChallengeRows: NonNullable<BetterAuthOptions['databaseHooks']> = {
  verification: {
    create: {
      before: async (_, context) => !context?.path?.startsWith('/passkey/generate-'),
    },
  },
}

/**
 * Keeps a challenge in the browser's cookie until it is answered.
 * @param responseHeaders headers in which the library has set its own cookie, which is replaced
 */
export async function keepChallenge(
  context: GenericEndpointContext,
  challenge: Challenge,
  responseHeaders: Headers | undefined,
): Promise<void> {
  const { secret, createAuthCookie } = context.context
  const cookie = createAuthCookie(CHALLENGE_COOKIE, { maxAge: CHALLENGE_SECONDS })
  dropCookie(responseHeaders, cookie.name)
  const kept: Kept = { ...challenge, until: clock.now() + CHALLENGE_SECONDS * 1_000 }
  await context.setSignedCookie(cookie.name, JSON.stringify(kept), secret, cookie.attributes)
}

/**
 * Stores the challenge of an answer, for the library to find and delete.
 * @throws APIError if the challenge is missing or has expired
 */
export async function showChallenge(context: GenericEndpointContext): Promise<void> {
  const { text, until, ...challenge } = await keptChallenge(context)
  await context.context.internalAdapter.createVerificationValue({
    identifier: text,
    value: JSON.stringify(challenge),
    expiresAt: new Date(until),
  })
}

/**
 * Marks a challenge as used, once its answer has been verified.
 * @throws APIError if it has been used before
 */
export async function spendChallenge(context: GenericEndpointContext): Promise<void> {
  const { text, until } = await keptChallenge(context)
  const { adapter, internalAdapter } = context.context
  const past = { field: 'expiresAt', operator: 'lt', value: new Date(clock.now()) } as const
  await adapter.deleteMany({ model: 'verification', where: [past] })
  const isFirst = await internalAdapter.reserveVerificationValue({
    identifier: `used ${text}`,
    value: '',
    expiresAt: new Date(until),
  })
  if (!isFirst) throw over()
}

const keptSchema = z.object({
  type: z.enum(['registration', 'authentication']),
  expectedChallenge: z.string(),
  userData: z.object({ id: z.string() }),
  until: z.number(),
})
type Kept = z.infer<typeof keptSchema>

async function keptChallenge(context: GenericEndpointContext): Promise<Kept & { text: string }> {
  const { secret, createAuthCookie } = context.context
  const text = await context.getSignedCookie(createAuthCookie(CHALLENGE_COOKIE).name, secret)
  const kept = readKept(text || '')
  if (!text || !kept || kept.until <= clock.now()) throw over()
  return { ...kept, text }
}

/** @returns null for the content of another cookie of ours, which is signed as well */
function readKept(text: string): Kept | null {
  try {
    return keptSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

function dropCookie(headers: Headers | undefined, name: string): void {
  const others = headers?.getSetCookie().filter(cookie => !cookie.startsWith(`${name}=`)) ?? []
  headers?.delete('set-cookie')
  for (const cookie of others) headers?.append('set-cookie', cookie)
}

const over = (): APIError =>
  new APIError('BAD_REQUEST', { code: 'CHALLENGE_NOT_FOUND', message: passkeyTexts.expired })
