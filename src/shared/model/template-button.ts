import { z } from 'zod'
import { MAX_BUTTON_TEXT_LENGTH, MAX_BUTTON_VALUE_LENGTH, MAX_BUTTONS } from '../limits.ts'
import { buttonAddressTrouble } from '../message/button-address.ts'
import { isBlank } from '../message/clean-text.ts'
import { buttonTexts, tooLong } from '../texts.ts'
import { listOf } from './bounded.ts'
import { nameSchema, textSchema } from './text.ts'

/** Telegram's colours of a button: blue, green, red. Without one it has the chat's. */
export const buttonStyles = ['primary', 'success', 'danger'] as const
export type ButtonStyle = (typeof buttonStyles)[number]

const face = {
  /** May hold placeholders. */
  text: nameSchema
    .trim()
    .max(MAX_BUTTON_TEXT_LENGTH, tooLong(MAX_BUTTON_TEXT_LENGTH))
    .refine(text => !isBlank(text), buttonTexts.textRequired),
  style: z.enum(buttonStyles).exactOptional(),
}

export const templateButtonSchema = z.discriminatedUnion('kind', [
  /** Opens the alert's symbol and interval on TradingView. */
  z.object({ kind: z.literal('chart'), ...face }),
  /** Copies `value`, which holds placeholders. */
  z.object({
    kind: z.literal('copy'),
    ...face,
    value: textSchema
      .trim()
      .max(MAX_BUTTON_VALUE_LENGTH, tooLong(MAX_BUTTON_VALUE_LENGTH))
      .refine(value => !isBlank(value), buttonTexts.valueRequired),
  }),
  /** Opens `url`, whose placeholders stand behind its host. */
  z.object({
    kind: z.literal('link'),
    ...face,
    url: nameSchema
      .trim()
      .max(MAX_BUTTON_VALUE_LENGTH, tooLong(MAX_BUTTON_VALUE_LENGTH))
      .superRefine((url, { addIssue }) => {
        const trouble = buttonAddressTrouble(url)
        if (trouble !== undefined) addIssue(trouble)
      }),
  }),
])
export type TemplateButton = z.infer<typeof templateButtonSchema>

/** Every character escaped, and fifty that name what a button holds. */
const MAX_BUTTON_BYTES = 6 * (MAX_BUTTON_TEXT_LENGTH + MAX_BUTTON_VALUE_LENGTH + 50)

/** Rows of buttons, from top to bottom. */
export const templateButtonsSchema = listOf(
  listOf(templateButtonSchema, MAX_BUTTONS, buttonTexts.tooMany).refine(
    row => row.length > 0,
    buttonTexts.emptyRow,
  ),
  MAX_BUTTONS,
  buttonTexts.tooMany,
)
  .refine(rows => rows.flat().length <= MAX_BUTTONS, buttonTexts.tooMany)
  .meta({ 'x-max-bytes': MAX_BUTTONS * MAX_BUTTON_BYTES })

export const picturePlaces = ['above', 'below'] as const
export type PicturePlace = (typeof picturePlaces)[number]
