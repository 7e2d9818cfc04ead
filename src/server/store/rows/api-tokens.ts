import type { Insertable, Selectable } from 'kysely'
import type { Owner, OwnerTransacting } from '#server/store/engine/owner.ts'
import { prepared } from '#server/store/engine/prepared.ts'
import type { Database, Tables } from '#server/store/engine/schema.ts'

export type ApiTokenRow = Omit<Selectable<Tables['api_tokens']>, 'user_id' | 'hash'>
export type NewApiToken = Omit<Insertable<Tables['api_tokens']>, 'user_id' | 'last_used_at'>

/** The unexpired token with this hash, and its account. @param now milliseconds UTC */
export const findApiToken = prepared((db, hash: string, now: number) =>
  db
    .selectFrom('api_tokens')
    .innerJoin('user', 'user.id', 'api_tokens.user_id')
    .select([
      'api_tokens.id',
      'api_tokens.scope',
      'api_tokens.last_used_at as lastUsedAt',
      'user.id as userId',
      'user.email',
      'user.name',
    ])
    .where('api_tokens.hash', '=', hash)
    .where(({ eb, or }) =>
      or([eb('api_tokens.expires_at', 'is', null), eb('api_tokens.expires_at', '>', now)]),
    ),
)

/** Minimum milliseconds between two recorded uses of a token. */
export const TOKEN_USE_NOTED_MS = 5 * 60_000

/**
 * Records a use, unless one less than `TOKEN_USE_NOTED_MS` ago is recorded. Of concurrent uses, also in several
 * processes, one is written.
 * @param now milliseconds UTC
 */
export const noteApiTokenUse = (db: Database, id: string, now: number) =>
  db
    .updateTable('api_tokens')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where(({ eb, or, between, not }) =>
      or([
        eb('last_used_at', 'is', null),
        not(between('last_used_at', now - TOKEN_USE_NOTED_MS + 1, now)),
      ]),
    )
    .execute()

/** Newest first. */
export const listApiTokens = ({ db, userId }: Owner): Promise<ApiTokenRow[]> =>
  db
    .selectFrom('api_tokens')
    .select(['id', 'name', 'scope', 'tail', 'created_at', 'expires_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

export const insertApiToken = ({ db, userId }: OwnerTransacting, token: NewApiToken) =>
  db
    .insertInto('api_tokens')
    .values({ ...token, user_id: userId, last_used_at: null })
    .execute()

/** @returns the token's name; undefined if it did not exist */
export async function deleteApiToken(
  { db, userId }: Owner,
  id: string,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('api_tokens')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

/** @returns ids of the deleted tokens */
export async function deleteApiTokens({ db, userId }: OwnerTransacting): Promise<string[]> {
  const rows = await db
    .deleteFrom('api_tokens')
    .where('user_id', '=', userId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
