import type { ChatLinkRow, LinkProgress } from '#server/store/rows/chat-links.ts'
import type {
  BotUpdate,
  ChatIdentity,
  PersonIdentity,
  UpdateEvent,
} from '#server/telegram/telegram.ts'
import type { Chat } from '#shared/model/telegram.ts'
import { botRemoved, codeTroubles, noRightToPost } from './link-texts.ts'

/**
 * Tolerance for updates before the link's creation: clocks differ, and the bot may have been added just before.
 * Milliseconds.
 */
const BEFORE_THE_LINK_MS = 60_000
const MOST_ADDED = 10

/** An update, and the link whose code it contains; undefined: it contains no code of a link. */
export type ReadUpdate = BotUpdate & { link: ChatLinkRow | undefined }

type Seen = { chat: ChatIdentity; update: ReadUpdate; row: ChatLinkRow; now: number }

/**
 * Applies a bot's updates, oldest first, to a link's progress. Updates may be applied again: a process that was
 * killed had not confirmed them. Returns the same object if it does not change.
 */
export function afterUpdates(
  progress: LinkProgress,
  updates: readonly ReadUpdate[],
  row: ChatLinkRow,
  now: number,
): LinkProgress {
  return updates.reduce(
    (before, update) =>
      update.chat ? afterUpdate(before, { chat: update.chat, update, row, now }) : before,
    progress,
  )
}

function afterUpdate(progress: LinkProgress, seen: Seen): LinkProgress {
  const { chat, update, row } = seen
  const { event, link } = update
  if (event?.kind === 'migrated') return migrated(progress, event.from, event.to)
  if (event?.kind === 'membership') return afterMembership(progress, seen, event)
  if (event?.kind !== 'message') return progress
  if (link?.code_hash === row.code_hash) return pressed(progress, chat, event)
  const told = link && isNew(seen) ? afterForeignCode(progress, link, seen) : progress
  if (told !== progress) return told
  if (chat.type === 'channel') return isNew(seen) ? added(progress, seen) : progress
  return writtenIn(progress, chat, event.topicId)
}

const isNew = ({ update, row }: Seen): boolean => update.at >= row.created_at - BEFORE_THE_LINK_MS

/** Chooses the chat in which the link's code arrived; only once, unless that chat ended in trouble. */
function pressed(
  progress: LinkProgress,
  chat: ChatIdentity,
  { topicId, sender }: Extract<UpdateEvent, { kind: 'message' }>,
): LinkProgress {
  const { state, chosen } = progress
  const isServed = chosen !== null && state.kind !== 'trouble'
  if (isServed) return writtenIn(progress, chat, topicId)
  // Another process may read this update again when it takes over: the first message must not be sent twice.
  const isSame = chosen?.chat.id === chat.id
  if (isSame && state.kind === 'trouble' && state.code === 'message_in_doubt') return progress
  // All members of a group can read the code: only the member who sent it may choose another chat.
  if (chosen?.sender && !isSame && chosen.sender !== sender) return progress
  const by = isSame ? chosen.sender : sender
  return {
    ...progress,
    state: { kind: 'waiting' },
    chosen: { chat, topicId, ...(by && { sender: by }) },
  }
}

/** Takes the topic of a message written in the found forum. */
function writtenIn(
  progress: LinkProgress,
  chat: ChatIdentity,
  topicId: number | null,
): LinkProgress {
  const { state } = progress
  if (state.kind !== 'found' || state.chat.id !== chat.id) return progress
  if (topicId === null || state.topicId !== null || !state.chat.isForum) return progress
  return { ...progress, state: { ...state, topicId } }
}

/** Reports a code without an open link of this bot. */
function afterForeignCode(
  progress: LinkProgress,
  link: ChatLinkRow,
  { row, now }: Seen,
): LinkProgress {
  const isOfBot = link.bot_id === row.bot_id
  const isServed = isOfBot && link.listens === 1 && link.until > now
  if (isServed || progress.state.kind !== 'waiting' || progress.chosen) return progress
  const isOwn = isOfBot && link.user_id === row.user_id
  const { state }: LinkProgress = JSON.parse(link.progress)
  const code = !isOwn ? 'code_of_other' : state.kind === 'found' ? 'code_used' : 'code_late'
  return { ...progress, state: { ...codeTroubles[code], retryAt: null } }
}

function afterMembership(
  progress: LinkProgress,
  seen: Seen,
  { standing, by }: Extract<UpdateEvent, { kind: 'membership' }>,
): LinkProgress {
  const { chat } = seen
  const { state, chosen } = progress
  if (chosen) {
    if (chosen.chat.id !== chat.id || state.kind !== 'trouble') return progress
    if (state.code === 'message_in_doubt') return progress
    if (standing === 'posting') return { ...progress, state: { kind: 'waiting' } }
    const left = standing === 'out' ? botRemoved(chat) : noRightToPost(chat)
    return { ...progress, state: { ...left, retryAt: null } }
  }
  if (!isNew(seen) || chat.type === 'private') return progress
  if (standing === 'posting') return added(progress, seen, by)
  const others = progress.added.filter(one => one.chat.id !== chat.id)
  // Ignored: a removal from a chat that was never offered concerns another chat.
  if (standing === 'out' && others.length === progress.added.length) return progress
  if (others.length > 0) return { ...progress, added: others }
  const trouble = standing === 'out' ? botRemoved(chat) : noRightToPost(chat)
  return { ...progress, added: others, state: { ...trouble, retryAt: null } }
}

/** Offers a chat that the bot is in to the link's owner, who may confirm it. */
function added(progress: LinkProgress, { chat, now }: Seen, by?: PersonIdentity): LinkProgress {
  if (progress.chosen) return progress
  const known = progress.added.find(one => one.chat.id === chat.id)
  // Later changes of the bot's rights don't change who added it.
  const addedBy = known?.chat.addedBy ?? by
  const isKnown = known?.chat.title === chat.title && known.chat.addedBy === addedBy
  if (isKnown && progress.state.kind === 'waiting') return progress
  const others = progress.added.filter(one => one !== known)
  const one = { chat: { ...chat, ...(addedBy && { addedBy }) }, at: known?.at ?? now }
  return { ...progress, state: { kind: 'waiting' }, added: [one, ...others].slice(0, MOST_ADDED) }
}

/** Follows a group that became a supergroup, which has another id. */
function migrated(progress: LinkProgress, from: string, to: string): LinkProgress {
  const follow = <Any extends Chat>(chat: Any): Any =>
    chat.id === from ? { ...chat, id: to, type: 'supergroup' } : chat
  const { state, chosen, added: chats } = progress
  const isConcerned = chosen?.chat.id === from || chats.some(({ chat }) => chat.id === from)
  if (!isConcerned) return progress
  return {
    state: 'chat' in state && state.chat ? { ...state, chat: follow(state.chat) } : state,
    chosen: chosen && { ...chosen, chat: follow(chosen.chat) },
    added: chats.map(one => ({ ...one, chat: follow(one.chat) })),
  }
}
