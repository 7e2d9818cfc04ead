import type { RichMessage } from './rich-message.ts'

/** Complete message of an alert: text, buttons and picture. */
export type ComposedMessage = RichMessage & {
  buttons: MessageButton[][]
  picture: MessagePicture | null
}

/** Telegram's button colours: blue, green, red. Without one, the button has the chat's colour. */
export const buttonStyles = ['primary', 'success', 'danger'] as const
export type ButtonStyle = (typeof buttonStyles)[number]

/** A button under a message: it opens an address or copies a text. */
export type MessageButton = { text: string; style?: ButtonStyle } & (
  | { url: string }
  | { copy: string }
)

export const picturePlaces = ['above', 'below'] as const
export type PicturePlace = (typeof picturePlaces)[number]

/** Picture by its web address, which Telegram shows large above or below a message's text. */
export type MessagePicture = { url: string; place: PicturePlace }
