import type { ButtonStyle } from '../model/template-button.ts'

/** A button under a message: it opens an address or copies a text. */
export type MessageButton = { text: string; style?: ButtonStyle } & (
  | { url: string }
  | { copy: string }
)
