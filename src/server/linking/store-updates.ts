import type { Database } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import {
  changeProgress,
  hashOfCode,
  type LinkProgress,
  linksOfCodes,
  openLinksOf,
} from '#server/store/rows/chat-links.ts'
import { noteSeenChats, type SeenChat } from '#server/store/rows/seen-chats.ts'
import type { BotUpdate } from '#server/telegram/telegram.ts'
import { afterUpdates } from './after-updates.ts'

/**
 * Writes the chats and link progress of a bot's updates, before they are confirmed.
 * @param now milliseconds UTC
 * @returns the hashed codes of links whose chat is to be connected
 * @throws StoreBusyError
 */
export const storeUpdates = (
  db: Database,
  botId: string,
  updates: readonly BotUpdate[],
  now: number,
): Promise<string[]> =>
  transaction(db, async trx => {
    await noteSeenChats(trx, botId, seenIn(updates, now))
    const codes = [...new Set(updates.flatMap(update => codeOf(update) ?? []))]
    const links = codes.length > 0 ? await linksOfCodes(trx, codes) : []
    const byHash = new Map(links.map(link => [link.code_hash, link]))
    const read = updates.map(update => {
      const code = codeOf(update)
      return { ...update, link: code === null ? undefined : byHash.get(hashOfCode(code)) }
    })
    const chosen: string[] = []
    for (const { code_hash } of await openLinksOf(trx, botId, now)) {
      const changed = await changeProgress(trx, code_hash, (progress, row) => {
        const after = afterUpdates(progress, read, row, now)
        return after === progress ? null : after
      })
      if (changed && isToConnect(changed)) chosen.push(code_hash)
    }
    return chosen
  })

const codeOf = ({ event }: BotUpdate): string | null =>
  event?.kind === 'message' ? event.code : null

const isToConnect = ({ state, chosen }: LinkProgress): boolean =>
  chosen !== null && state.kind === 'waiting'

/** Chats of the updates as last seen, and the ids of chats that the bot is no longer in. */
function seenIn(updates: readonly BotUpdate[], now: number) {
  const seen = new Map<string, SeenChat>()
  const gone = new Set<string>()
  const note = (chat: SeenChat['chat'], at: number) => {
    gone.delete(chat.id)
    seen.set(chat.id, { chat, at })
  }
  const drop = (id: string) => {
    seen.delete(id)
    gone.add(id)
  }
  for (const { id, at, chat, event } of updates) {
    if (!chat) continue
    // Telegram's times are whole seconds; adding the update's id keeps the order within a second.
    const seenAt = Math.min(at, now - (now % 1_000)) + (id % 1_000)
    if (event?.kind === 'migrated') {
      drop(event.from)
      note({ ...chat, id: event.to, type: 'supergroup' }, seenAt)
    } else if (event?.kind === 'membership' && event.standing === 'out') drop(chat.id)
    else note(chat, seenAt)
  }
  return { seen: [...seen.values()], gone: [...gone] }
}
