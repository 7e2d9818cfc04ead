import type { PicturePlace } from '../model/template-button.ts'

/** A picture of the web that Telegram shows large beside a message's text. */
export type MessagePicture = { url: string; place: PicturePlace }
