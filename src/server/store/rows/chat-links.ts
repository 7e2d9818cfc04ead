/** Links by which a chat is connected. Each is there for minutes; its row says for a day what became of it. */
import { createHash, randomBytes } from 'node:crypto'
import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Owner, OwnerTransacting } from '#server/store/engine/owner.ts'
import type { Database, Tables, Transacting } from '#server/store/engine/schema.ts'
import type { LinkState } from '#shared/model/chat-link.ts'
import type { AddedChat, Bot, Chat } from '#shared/model/telegram.ts'

/** Milliseconds for which a code is good. */
const LINK_LASTS_MS = 600_000
/** Milliseconds for which a row tells that its code came too late. */
const KEPT_MS = 86_400_000
const MOST_OPEN_OF_ACCOUNT = 5
const MOST_KEPT_OF_ACCOUNT = 50

/** Instants are milliseconds UTC. */
export type LinkProgress = {
  state:
    | Exclude<LinkState, { kind: 'confirm' | 'trouble' }>
    /** `retryAt`: when it is tried again by itself; null: when somebody mends it. */
    | (LinkTroubleState & { retryAt: number | null })
    /** The rights are looked at, or the first message is on its way: `isSent` once it may have left. */
    | { kind: 'connecting'; since: number; isSent: boolean }
  /** The chat that is meant. `topicId` null: none is known; `sender`: who sent the code there. */
  chosen: { chat: Chat; topicId: number | null; sender?: string } | null
  /** Chats that the bot was added to meanwhile, the newest first. */
  added: { chat: AddedChat; at: number }[]
}
export type LinkTroubleState = Extract<LinkState, { kind: 'trouble' }>

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

/** What it needed the bot's token for is over. */
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

/** @returns whether there is such a link; it is over from now on */
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

/** Why the bot's updates can't be had; null: they can, as far as is known. */
export const listeningTrouble = (row: ChatLinkRow): LinkTroubleState | null =>
  row.listening_trouble === null ? null : JSON.parse(row.listening_trouble)

/** A clock that was set back must not keep links open for a year. */
const openAt = (now: number) => ({ after: now, before: now + 2 * LINK_LASTS_MS })

/** Whether its time is not over. @param now milliseconds UTC */
export const isOpen = ({ until }: Pick<ChatLinkRow, 'until'>, now: number): boolean =>
  until > openAt(now).after && until < openAt(now).before

/** Links for which something may still come, the newest first. @param now milliseconds UTC */
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

/** Bots with such links, those first that have waited longest. */
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
 * Changes how far a link is, from what stands there at that moment.
 * @param change null: it stays as it is
 * @returns what it has become; null when it was left
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

/** Whether more may come of the bot's updates: of a chat that is found, the topic. */
const mayGoOn = ({ state }: LinkProgress): boolean =>
  state.kind !== 'ended' &&
  (state.kind !== 'found' || (state.chat.isForum && state.topicId === null))

/** A process asks for the bot's updates, or why it has none. @param now milliseconds UTC */
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

/** Nothing comes for these links any more: their token is none. */
export const giveUpLinks = (
  db: Database,
  codeHashes: readonly string[],
  trouble: LinkTroubleState,
) =>
  db
    .updateTable('chat_links')
    .set({ listens: 0, listening_trouble: JSON.stringify(trouble) })
    .where('code_hash', 'in', codeHashes)
    .execute()

/** What is known now of why a link's updates can't be had; null: nothing. */
export const noteTrouble = (db: Database, codeHash: string, trouble: LinkTroubleState | null) =>
  db
    .updateTable('chat_links')
    .set({ listening_trouble: trouble && JSON.stringify(trouble) })
    .where('code_hash', '=', codeHash)
    .where('listens', '=', 1)
    .execute()

/** Their tokens are of no use to anybody. @param now milliseconds UTC */
export const endLateLinks = (db: Database, now: number) =>
  db
    .updateTable('chat_links')
    .set({ listens: 0, token: '' })
    .where('token', '!=', '')
    .where('until', '<=', now)
    .execute()

/** Rows of links that were over a day before an instant (milliseconds UTC). */
export const deleteOldChatLinks = (db: Database, now: number) =>
  db
    .deleteFrom('chat_links')
    .where('until', '<', now - KEPT_MS)
    .execute()
