import { randomUUID } from 'node:crypto'
import { hashOfApiToken, newApiToken } from '#server/accounts/api-tokens/api-tokens.ts'
import { clock } from '#server/base/clock.ts'
import { ownerTransaction } from '#server/store/engine/owner.ts'
import {
  type ApiTokenRow,
  deleteApiToken,
  insertApiToken,
  listApiTokens,
} from '#server/store/rows/api-tokens.ts'
import { MAX_API_TOKENS, TOKEN_TAIL_LENGTH } from '#shared/limits.ts'
import type { ApiToken } from '#shared/model/api-token.ts'
import { signedIn } from './callers.ts'
import { instant, instantOrNull } from './instants.ts'

export const tokenOperations = {
  list: signedIn.tokens.list.handler(async ({ context: { owner } }) => {
    const now = clock.now()
    return (await listApiTokens(owner)).map(row => asApiToken(row, now))
  }),

  create: signedIn.tokens.create.handler(async ({ context, input, errors }) => {
    const now = clock.now()
    const { name, scope } = input
    const expiresAt = input.expiresAt === null ? null : Date.parse(input.expiresAt)
    if (expiresAt !== null && expiresAt <= now) throw errors.ALREADY_EXPIRED()
    const token = newApiToken()
    const row = {
      id: randomUUID(),
      name,
      scope,
      tail: token.slice(-TOKEN_TAIL_LENGTH),
      created_at: now,
      expires_at: expiresAt,
    }
    await ownerTransaction(context.owner, async own => {
      if ((await listApiTokens(own)).length >= MAX_API_TOKENS) throw errors.TOO_MANY_TOKENS()
      await insertApiToken(own, { ...row, hash: hashOfApiToken(token) })
    })
    context.concerns(name)
    return { ...asApiToken({ ...row, last_used_at: null }, now), token }
  }),

  remove: signedIn.tokens.remove.handler(async ({ context, input, errors }) => {
    const name = await deleteApiToken(context.owner, input.id)
    if (name === undefined) throw errors.NOT_FOUND()
    context.live.endSession(input.id)
    context.concerns(name)
  }),
}

const asApiToken = (row: ApiTokenRow, now: number): ApiToken => ({
  id: row.id,
  name: row.name,
  scope: row.scope,
  tail: row.tail,
  createdAt: instant(row.created_at),
  expiresAt: instantOrNull(row.expires_at),
  isExpired: row.expires_at !== null && row.expires_at <= now,
  lastUsedAt: instantOrNull(row.last_used_at),
})
