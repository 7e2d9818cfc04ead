import {
  type ChatLinkRow,
  isOpen,
  type LinkProgress,
  listeningTrouble,
  progressOf,
} from '#server/store/rows/chat-links.ts'
import type { LinkState } from '#shared/model/chat-link.ts'
import { isLeft } from './connect-chat.ts'
import { messageInDoubt, noListenerTrouble } from './link-texts.ts'

/**
 * Time after a link's creation before a missing listener is reported: a long poll takes at most ten seconds, and so
 * does the takeover from an ended listener. Milliseconds.
 */
const FIRST_HEARD_MS = 12_000
const HEARD_AGAIN_MS = 30_000
/** Wait before a group is offered: its code arrives a moment after the bot was added by the link. Milliseconds. */
const CODE_FOLLOWS_MS = 4_000

/** State of a link as its owner sees it. @param now milliseconds UTC */
export function shownState(
  row: ChatLinkRow,
  now: number,
  { simulated }: { simulated: boolean },
): LinkState {
  const { state, added, chosen } = progressOf(row)
  if (state.kind === 'found') return state
  if (!isOpen(row, now)) return { kind: 'ended' }
  if (isInDoubt({ state }, now) && chosen) return messageInDoubt(chosen.chat)
  if (state.kind === 'connecting') return { kind: 'waiting' }
  if (state.kind === 'trouble') {
    const { retryAt: _, ...shown } = state
    return shown
  }
  const chats = added.filter(
    ({ chat, at }) => chat.type === 'channel' || now - at >= CODE_FOLLOWS_MS,
  )
  if (!chosen && chats.length > 0) return { kind: 'confirm', chats: chats.map(({ chat }) => chat) }
  const trouble = listeningTrouble(row)
  if (trouble) return trouble
  if (!simulated && isUnheard(row, now)) return noListenerTrouble
  return { kind: 'waiting' }
}

/** True if the first message may have left and its sending process is gone. @param now milliseconds UTC */
export const isInDoubt = ({ state }: Pick<LinkProgress, 'state'>, now: number) =>
  isLeft(state, now) && state.kind === 'connecting' && state.isSent

const isUnheard = (row: ChatLinkRow, now: number): boolean =>
  !isHeard(row, now) && now - row.created_at > FIRST_HEARD_MS

/** True if a process listens to the link's bot. @param now milliseconds UTC */
export const isHeard = ({ listened_at }: ChatLinkRow, now: number): boolean =>
  listened_at !== null && now - listened_at <= HEARD_AGAIN_MS
