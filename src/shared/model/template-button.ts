import { z } from 'zod'
import { MAX_BUTTON_TEXT_LENGTH, MAX_BUTTON_VALUE_LENGTH, MAX_BUTTONS } from '../limits.ts'
import { buttonFaults } from '../message/button-faults.ts'
import { buttonStyles } from '../message/composed-message.ts'
import { tooLong } from '../texts/limits.ts'
import { buttonTexts } from '../texts/templates.ts'
import { listOf } from './bounded.ts'
import { nameSchema, textSchema } from './text.ts'

/** Turns the fault that a rule returns into a zod issue. */
function told(rule: (text: string) => string | undefined) {
  return (text: string, { addIssue }: z.RefinementCtx): void => {
    const fault = rule(text)
    if (fault !== undefined) addIssue(fault)
  }
}

const face = {
  /** May hold placeholders. */
  text: nameSchema
    .trim()
    .max(MAX_BUTTON_TEXT_LENGTH, { error: tooLong(MAX_BUTTON_TEXT_LENGTH), abort: true })
    .superRefine(told(buttonFaults.text)),
  style: z.enum(buttonStyles).exactOptional(),
}

export const templateButtonSchema = z.discriminatedUnion('kind', [
  /** Opens the alert's symbol and interval on TradingView. */
  z.object({ kind: z.literal('chart'), ...face }),
  /** Copies `value`, which may hold placeholders. */
  z.object({
    kind: z.literal('copy'),
    ...face,
    value: textSchema
      .trim()
      .max(MAX_BUTTON_VALUE_LENGTH, { error: tooLong(MAX_BUTTON_VALUE_LENGTH), abort: true })
      .superRefine(told(buttonFaults.value)),
  }),
  /** Opens `url`, which may hold placeholders after its host. */
  z.object({
    kind: z.literal('link'),
    ...face,
    url: nameSchema
      .trim()
      .max(MAX_BUTTON_VALUE_LENGTH, { error: tooLong(MAX_BUTTON_VALUE_LENGTH), abort: true })
      .superRefine(told(buttonFaults.url)),
  }),
])
export type TemplateButton = z.infer<typeof templateButtonSchema>

/** Text and value with every character escaped, and 50 characters of JSON around them. */
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
