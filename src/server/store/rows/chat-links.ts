/** Links by which a chat is connected. A link is open for ten minutes; its row is kept for a day after. */
import { createHash, randomBytes } from 'node:crypto'
import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Owner, OwnerTransacting } from '#server/store/engine/owner.ts'
import type { Database, Tables, Transacting } from '#server/store/engine/schema.ts'
import type { LinkState } from '#shared/model/chat-link.ts'
import type { AddedChat, Bot, Chat } from '#shared/model/telegram.ts'

/** Milliseconds for which a code is good. */
const LINK_LASTS_MS = 600_000
/** Milliseconds for which an ended link is kept, to report that its code came too late. */
const KEPT_MS = 86_400_000
const MOST_OPEN_OF_ACCOUNT = 5
const MOST_KEPT_OF_ACCOUNT = 50

/** Instants are milliseconds UTC. */
export type LinkProgress = {
  state:
    | Exclude<LinkState, { kind: 'confirm' | 'trouble' }>
    /** `retryAt`: instant of the automatic retry; null: it waits for a person to fix the trouble. */
    | (LinkTroubleState & { retryAt: number | null })
    /** The bot's rights are checked, or the first message is sent: `isSent` once it may have left. */
    | { kind: 'connecting'; since: number; isSent: boolean }
  /** The chosen chat. `topicId` null: no topic, «General», or not known yet; `sender`: who sent the code there. */
  chosen: { chat: Chat; topicId: number | null; sender?: string } | null
  /** Chats that the bot was added to since the link's creation, or shortly before it; newest first. */
  added: { chat: AddedChat; at: number }[]
}
export type LinkTroubleState = Extract<LinkState, { kind: 'trouble' }>

export type ChatLinkRow = Selectable<Tables['chat_links']>

/** 130 random bits in characters that Telegram accepts; lower case only, so that typed codes match too. */
export const newLinkCode = (): string => {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567'
  return Array.from(randomBytes(LINK_CODE_LENGTH), byte => letters[byte % 32]).join('')
}
const LINK_CODE_LENGTH = 26

/** Codes are looked up by hash, so that the lookup time does not reveal them. */
export const hashOfCode = (code: string): string =>
  createHash('sha256').update(code.toLowerCase()).digest('base64url')

export type NewChatLink = { code: string; bot: Bot; token: string; now: number }

/**
 * Inserts a link. Ends the account's earlier links for the same bot, and its oldest ones beyond `MOST_OPEN_OF_ACCOUNT`;
 * deletes its oldest rows beyond `MOST_KEPT_OF_ACCOUNT`.
 */
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

/** Column values of an ended link: the bot's token is erased. */
const over = (now: number) => (eb: ExpressionBuilder<Tables, 'chat_links'>) => ({
  listens: 0 as const,
  token: '',
  until: now,
  version: eb('version', '+', 1),
})

async function endLinks(
  db: Transacting,
  links: readonly { code_hash: string }[],
  now: number,
): Promise<void> {
  if (links.length === 0) return
  await db
    .updateTable('chat_links')
    .set(over(now))
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

/** Ends a link at once. @returns whether it exists */
export async function endChatLink({ db, userId }: Owner, code: string, now: number) {
  const { numUpdatedRows } = await db
    .updateTable('chat_links')
    .set(over(now))
    .where('code_hash', '=', hashOfCode(code))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const progressOf = (row: ChatLinkRow): LinkProgress => JSON.parse(row.progress)

/** Why the bot's updates can't be read; null while no trouble is known. */
export const listeningTrouble = (row: ChatLinkRow): LinkTroubleState | null =>
  row.listening_trouble === null ? null : JSON.parse(row.listening_trouble)

/** Range of `until` in open links; the upper bound ends links that a clock set back would keep open too long. */
const openAt = (now: number) => ({ after: now, before: now + 2 * LINK_LASTS_MS })

/** True until the link's time is over. @param now milliseconds UTC */
export const isOpen = ({ until }: Pick<ChatLinkRow, 'until'>, now: number): boolean =>
  until > openAt(now).after && until < openAt(now).before

/** The bot's open links that still listen for updates, newest first. @param now milliseconds UTC */
export const openLinksOf = (db: Database, botId: string, now: number): Promise<ChatLinkRow[]> =>
  db
    .selectFrom('chat_links')
    .selectAll()
    .where('bot_id', '=', botId)
    .where('listens', '=', 1)
    .where('until', '>', openAt(now).after)
    .where('until', '<', openAt(now).before)
    .orderBy('created_at', 'desc')
    .execute()

/** Bots with open listening links, longest waiting first. */
export async function botsWithOpenLinks(
  db: Database,
  now: number,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('chat_links')
    .select('bot_id')
    .where('listens', '=', 1)
    .where('until', '>', openAt(now).after)
    .where('until', '<', openAt(now).before)
    .groupBy('bot_id')
    .orderBy(eb => eb.fn.min('created_at'))
    .limit(limit)
    .execute()
  return rows.map(({ bot_id }) => bot_id)
}

export const linksOfCodes = (db: Database, codes: readonly string[]): Promise<ChatLinkRow[]> =>
  db.selectFrom('chat_links').selectAll().where('code_hash', 'in', codes.map(hashOfCode)).execute()

const readLink = (db: Database, codeHash: string): Promise<ChatLinkRow | undefined> =>
  db.selectFrom('chat_links').selectAll().where('code_hash', '=', codeHash).executeTakeFirst()

/**
 * Updates a link's progress; starts over when another writer was faster. Once later updates can't matter, stops
 * listening and erases the token.
 * @param change returns the new progress; null leaves the link unchanged
 * @returns the new progress; null if the link is unchanged or gone
 */
export async function changeProgress(
  db: Database,
  codeHash: string,
  change: (progress: LinkProgress, row: ChatLinkRow) => LinkProgress | null,
): Promise<LinkProgress | null> {
  for (;;) {
    const row = await readLink(db, codeHash)
    const changed = row ? change(progressOf(row), row) : null
    if (!row || !changed) return null
    const goesOn = mayGoOn(changed)
    const { numUpdatedRows } = await db
      .updateTable('chat_links')
      .set({
        progress: JSON.stringify(changed),
        listens: row.listens === 1 && goesOn ? 1 : 0,
        ...(goesOn ? {} : { token: '' }),
        version: row.version + 1,
      })
      .where('code_hash', '=', codeHash)
      .where('version', '=', row.version)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return changed
  }
}

/** True if later updates may still matter: a forum that was found may still get its topic. */
const mayGoOn = ({ state }: LinkProgress): boolean =>
  state.kind !== 'ended' &&
  (state.kind !== 'found' || (state.chat.isForum && state.topicId === null))

/** Notes that a process reads the bot's updates, or why it can't. @param now milliseconds UTC */
export const noteListening = (
  db: Database,
  botId: string,
  { now, trouble }: { now: number; trouble: LinkTroubleState | null },
) =>
  db
    .updateTable('chat_links')
    .set({
      listened_at: now,
      listening_trouble: trouble === null ? null : JSON.stringify(trouble),
    })
    .where('bot_id', '=', botId)
    .where('listens', '=', 1)
    .where('until', '>', openAt(now).after)
    .execute()

/** Stops listening for links whose token Telegram rejects. */
export const giveUpLinks = (
  db: Database,
  codeHashes: readonly string[],
  trouble: LinkTroubleState,
) =>
  db
    .updateTable('chat_links')
    .set(({ eb }) => ({
      listens: 0,
      listening_trouble: JSON.stringify(trouble),
      version: eb('version', '+', 1),
    }))
    .where('code_hash', 'in', codeHashes)
    .execute()

/** Stores why a link's updates can't be read; null clears it. */
export const noteTrouble = (db: Database, codeHash: string, trouble: LinkTroubleState | null) =>
  db
    .updateTable('chat_links')
    .set({ listening_trouble: trouble && JSON.stringify(trouble) })
    .where('code_hash', '=', codeHash)
    .where('listens', '=', 1)
    .execute()

/** Ends links whose time is over and erases their tokens. @param now milliseconds UTC */
export const endLateLinks = (db: Database, now: number) =>
  db
    .updateTable('chat_links')
    .set({ listens: 0, token: '' })
    .where('token', '!=', '')
    .where('until', '<=', now)
    .execute()

/** Deletes links that ended more than a day before `now` (milliseconds UTC). */
export const deleteOldChatLinks = (db: Database, now: number) =>
  db
    .deleteFrom('chat_links')
    .where('until', '<', now - KEPT_MS)
    .execute()
