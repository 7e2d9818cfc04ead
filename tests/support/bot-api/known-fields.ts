/**
 * Fields of a request that the double reads, checked against the Bot API's own types: a name
 * unknown to them does not compile, and a request with a name missing here is refused.
 */
import type {
  ApiMethods,
  CopyTextButton,
  InlineKeyboardButton,
  LinkPreviewOptions,
  MessageEntity,
} from '@grammyjs/types'

type Methods = ApiMethods<never>
export type ParameterOf<M extends keyof Methods> = KeyOfEach<NonNullable<Parameters<Methods[M]>[0]>>
/** Keys of every member of a union. */
export type KeyOfEach<T> = T extends unknown ? keyof T : never
type ParametersByMethod = { readonly [M in keyof Methods]?: readonly ParameterOf<M>[] }

/** By method; the server reads a method's name in any case. */
export const PARAMETERS = {
  getMe: [],
  getWebhookInfo: [],
  setWebhook: ['url', 'allowed_updates', 'drop_pending_updates'],
  deleteWebhook: ['drop_pending_updates'],
  getUpdates: ['offset', 'limit', 'timeout', 'allowed_updates'],
  getChat: ['chat_id'],
  getChatMember: ['chat_id', 'user_id'],
  sendMessage: [
    'chat_id',
    'message_thread_id',
    'text',
    'parse_mode',
    'entities',
    'link_preview_options',
    'disable_notification',
    'protect_content',
    'reply_markup',
  ],
} satisfies ParametersByMethod

export const BUTTON_KINDS = [
  'url',
  'copy_text',
] as const satisfies KeyOfEach<InlineKeyboardButton>[]

export const BUTTON_FIELDS = [
  'text',
  'style',
  ...BUTTON_KINDS,
] satisfies KeyOfEach<InlineKeyboardButton>[]

export const COPY_TEXT_FIELDS = ['text'] satisfies (keyof CopyTextButton)[]

export const PREVIEW_FIELDS = [
  'is_disabled',
  'url',
  'prefer_small_media',
  'prefer_large_media',
  'show_above_text',
] satisfies (keyof LinkPreviewOptions)[]

/** Additional fields by type; every entity also has an offset and a length. */
export const ENTITY_FIELDS = {
  bold: [],
  italic: [],
  underline: [],
  strikethrough: [],
  spoiler: [],
  code: [],
  pre: ['language'],
  text_link: ['url'],
  blockquote: [],
  expandable_blockquote: [],
  date_time: ['unix_time', 'date_time_format'],
} satisfies { readonly [T in MessageEntity['type']]?: readonly EntityFieldOf<T>[] }

export type EntityFieldOf<T> = Exclude<
  keyof EntityOf<MessageEntity, T>,
  'type' | 'offset' | 'length'
>
/** Many types share one interface, for which `Extract` would yield `never`. */
type EntityOf<E, T> = E extends { type: infer Types } ? (T extends Types ? E : never) : never
