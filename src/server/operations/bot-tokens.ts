import { ORPCError } from '@orpc/server'
import type { SecretBox } from '#server/base/secrets.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import { readConnection } from '#server/store/rows/connections.ts'
import { reasonFor } from '#server/telegram/failure-reasons.ts'
import type { Failure } from '#server/telegram/failures.ts'
import { unreadableToken } from '#shared/contract/calls.ts'
import { goneError } from './callers.ts'

/** The typed token, else the connection's stored token. */
export async function tokenOf(
  owner: Owner,
  source: { botToken: string } | { connectionId: string },
  secretBox: SecretBox,
): Promise<string> {
  if ('botToken' in source) return source.botToken
  const row = await readConnection(owner, source.connectionId)
  if (!row) throw goneError()
  const token = secretBox.tryDecrypt(row.telegram_bot_token)
  if (token === null) throw new ORPCError('TOKEN_UNREADABLE', unreadableToken.TOKEN_UNREADABLE)
  return token
}

/** Answer of a call whose request to Telegram failed. */
export const refused = (failure: Failure) => ({
  ok: false as const,
  code: failure.code,
  reason: reasonFor(failure),
})
