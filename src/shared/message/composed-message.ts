import type { ButtonStyle, PicturePlace } from '../model/template-button.ts'
import type { RichMessage } from './rich-message.ts'

/** All that is sent of an alert: its text, and what Telegram shows beside it. */
export type ComposedMessage = RichMessage & {
  buttons: MessageButton[][]
  picture: MessagePicture | null
}

/** A button under a message: it opens an address or copies a text. */
export type MessageButton = { text: string; style?: ButtonStyle } & (
  | { url: string }
  | { copy: string }
)

/** A picture of the web that Telegram shows large beside a message's text. */
export type MessagePicture = { url: string; place: PicturePlace }
