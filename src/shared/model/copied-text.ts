/** Reads ids and tokens that people copied from Telegram, without the characters around them. */

/** Number of the topic «General»; messages to it leave the number out. */
export const GENERAL_TOPIC = 1

/** Longer texts are returned unchanged: they can't be an id, a link or a token. */
const LONGEST = 512

const INVISIBLE = /[\p{Cc}\p{Cf}]/gu
const MINUS = /^[\u2010-\u2015\u2212\ufe58]/
/** Quotes, brackets and punctuation at both ends. */
const AROUND = /^[\s"'`´‘’“”«»‹›([{<]+|[\s"'`´‘’“”«»‹›)\]}>.,;:]+$/g

const bare = (text: string): string =>
  text.normalize('NFKC').replace(INVISIBLE, '').replace(AROUND, '')

const PUBLIC_NAME = String.raw`([A-Za-z]\w{3,31})`
const LINK = String.raw`^(?:https?:\/\/)?(?:www\.)?(?:t|telegram)\.(?:me|dog)\/`
const PRIVATE_LINK = new RegExp(String.raw`${LINK}c\/(\d{5,15})(?:\/|$)`, 'i')
const INVITATION = new RegExp(String.raw`${LINK}(?:\+|joinchat\/)`, 'i')
const PUBLIC_LINK = new RegExp(String.raw`${LINK}(?:s\/)?${PUBLIC_NAME}(?:[/?]|$)`, 'i')
const APP_LINK = new RegExp(String.raw`^tg:\/\/resolve\?domain=${PUBLIC_NAME}`, 'i')
const WEB_ADDRESS = /^(?:https?:\/\/)?web\.telegram\.org\/[^#]*#([@\w-]+)$/i

/** Chat id or @name in a copied text: `−100 123…`, `«…»`, `t.me/c/123/4`. */
export function copiedChatId(text: string): string {
  if (text.length > LONGEST) return text
  const copied = bare(text).replace(/^(?:chat\s*)?id\s*:\s*/i, '')
  if (INVITATION.test(copied)) return copied
  const [, internal] = PRIVATE_LINK.exec(copied) ?? []
  // Links leave out the -100 that the Bot API puts before the number of a supergroup or channel.
  if (internal) return `-100${internal}`
  const [, name] = PUBLIC_LINK.exec(copied) ?? APP_LINK.exec(copied) ?? []
  if (name) return `@${name}`
  const [, shown = copied] = WEB_ADDRESS.exec(copied) ?? []
  const number = shown.replace(MINUS, '-').replace(/_\d+$/, '')
  return isOneNumber(number) ? number.replace(/\s+/g, '') : shown
}

const TOPIC_LINK = new RegExp(String.raw`${LINK}c\/\d{5,15}\/(\d{1,10})\/\d+`, 'i')
const TOPIC_BEHIND_ID = /^\D?\d+_(\d{1,10})$/

/** Topic number in a copied text, else null: in a link, a single number after the chat's may be that of a message. */
export function copiedTopicId(text: string): number | null {
  if (text.length > LONGEST) return null
  const copied = bare(text)
  const [, shown = copied] = WEB_ADDRESS.exec(copied) ?? []
  const [, topic] = TOPIC_LINK.exec(copied) ?? TOPIC_BEHIND_ID.exec(shown) ?? []
  return topic === undefined || Number(topic) <= GENERAL_TOPIC ? null : Number(topic)
}

/** True if the parts between blanks are a sign, a prefix and groups of digits rather than two ids. */
const isOneNumber = (text: string): boolean =>
  /^-?\d*(?:\s+\d{1,4})*$/.test(text) || /^-(?:100)?\s+\d+$/.test(text)

export const isInvitation = (text: string): boolean => INVITATION.test(text)

const TOKEN_ADDRESS = /^(?:https?:\/\/[^/]+\/)?bot(?=\d)|\/\w*$/gi

/** Bot token in a copied text: broken into lines, in quotes, in a URL of the Bot API. */
export function copiedToken(text: string): string {
  if (text.length > LONGEST) return text
  return bare(text).replace(TOKEN_ADDRESS, '')
}
