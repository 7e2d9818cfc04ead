/** Links by which a chat is connected. Each is there for minutes; its row says for a day what became of it. */
import { createHash, randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Owner, OwnerTransacting } from '#server/store/engine/owner.ts'
import type { Database, Tables, Transacting } from '#server/store/engine/schema.ts'
import type { Bot, Chat, LinkState } from '#shared/model/telegram.ts'

/** Milliseconds for which a code is good. */
export const LINK_LASTS_MS = 600_000
/** Milliseconds for which a row tells that its code came too late. */
const KEPT_MS = 86_400_000
const MOST_OPEN_OF_ACCOUNT = 5
const MOST_KEPT_OF_ACCOUNT = 50

/** `at`: milliseconds UTC. `topicId` null: none is known. */
export type LinkProgress = {
  state:
    | Exclude<LinkState, { kind: 'confirm' }>
    /** The first message is on its way; without an end it may have arrived. */
    | { kind: 'sending'; at: number }
  /** The chat that is meant. */
  chosen: { chat: Chat; topicId: number | null } | null
  /** Chats that the bot was added to meanwhile. */
  added: { chat: Chat; at: number }[]
}

export type ChatLinkRow = Selectable<Tables['chat_links']>

/** 128 random bits as Telegram takes them, in one case, so that a code that was typed is read too. */
export const newLinkCode = (): string => {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567'
  return Array.from(randomBytes(LINK_CODE_LENGTH), byte => letters[byte % 32]).join('')
}
const LINK_CODE_LENGTH = 26

/** A code is looked up by its hash, so how long that takes says nothing of it. */
export const hashOfCode = (code: string): string =>
  createHash('sha256').update(code.toLowerCase()).digest('base64url')

export type NewChatLink = { code: string; bot: Bot; token: string; now: number }

/** Ends an earlier link of the same bot, and the account's oldest where there are too many. */
export async function insertChatLink(
  own: OwnerTransacting,
  { code, bot, token, now }: NewChatLink,
): Promise<void> {
  const kept = await own.db
    .selectFrom('chat_links')
    .select(['code_hash', 'bot_id', 'listens'])
    .where('user_id', '=', own.userId)
    .orderBy('created_at', 'desc')
    .execute()
  const open = kept.filter(({ listens }) => listens === 1)
  const others = open.filter(({ bot_id }) => bot_id !== bot.id)
  const ended = [
    ...open.filter(({ bot_id }) => bot_id === bot.id),
    ...others.slice(MOST_OPEN_OF_ACCOUNT - 1),
  ]
  await endLinks(own.db, ended, now)
  const tooMany = kept.slice(MOST_KEPT_OF_ACCOUNT - 1).map(({ code_hash }) => code_hash)
  if (tooMany.length > 0)
    await own.db.deleteFrom('chat_links').where('code_hash', 'in', tooMany).execute()
  await own.db
    .insertInto('chat_links')
    .values({
      code_hash: hashOfCode(code),
      user_id: own.userId,
      bot_id: bot.id,
      bot: JSON.stringify(bot),
      token,
      created_at: now,
      until: now + LINK_LASTS_MS,
      listens: 1,
      progress: JSON.stringify(NOTHING_YET),
      version: 0,
      listened_at: null,
      listening_trouble: null,
    })
    .execute()
}

const NOTHING_YET: LinkProgress = { state: { kind: 'waiting' }, chosen: null, added: [] }

async function endLinks(
  db: Transacting,
  links: readonly { code_hash: string }[],
  now: number,
): Promise<void> {
  if (links.length === 0) return
  await db
    .updateTable('chat_links')
    .set({ listens: 0, until: now })
    .where(
      'code_hash',
      'in',
      links.map(({ code_hash }) => code_hash),
    )
    .execute()
}

export const readChatLink = ({ db, userId }: Owner, code: string) =>
  db
    .selectFrom('chat_links')
    .selectAll()
    .where('code_hash', '=', hashOfCode(code))
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** @returns whether there is such a link; it is over from now on */
export async function endChatLink({ db, userId }: Owner, code: string, now: number) {
  const { numUpdatedRows } = await db
    .updateTable('chat_links')
    .set({ listens: 0, until: now })
    .where('code_hash', '=', hashOfCode(code))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const progressOf = (row: ChatLinkRow): LinkProgress => JSON.parse(row.progress)

/** Rows of links that were over a day before an instant (milliseconds UTC). */
export const deleteOldChatLinks = (db: Database, now: number) =>
  db
    .deleteFrom('chat_links')
    .where('until', '<', now - KEPT_MS)
    .execute()
