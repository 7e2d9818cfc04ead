import type { RichMessage } from './rich-message.ts'

/** All that is sent of an alert: its text, and what Telegram shows beside it. */
export type ComposedMessage = RichMessage & {
  buttons: MessageButton[][]
  picture: MessagePicture | null
}

/** Telegram's colours of a button: blue, green, red. Without one it has the chat's. */
export const buttonStyles = ['primary', 'success', 'danger'] as const
export type ButtonStyle = (typeof buttonStyles)[number]

/** A button under a message: it opens an address or copies a text. */
export type MessageButton = { text: string; style?: ButtonStyle } & (
  | { url: string }
  | { copy: string }
)

export const picturePlaces = ['above', 'below'] as const
export type PicturePlace = (typeof picturePlaces)[number]

/** A picture of the web that Telegram shows large beside a message's text. */
export type MessagePicture = { url: string; place: PicturePlace }
