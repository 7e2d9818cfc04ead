/** Reads and checks the buttons under a message. */
import {
  asObject,
  FieldError,
  type JsonObject,
  knowOnly,
  object,
  objectParameter,
  optionalArray,
  optionalString,
  refusing,
  string,
} from './json-object.ts'
import { BUTTON_FIELDS, BUTTON_KINDS, COPY_TEXT_FIELDS } from './known-fields.ts'
import { linkProblem } from './link.ts'
import { badRequest } from './refusal.ts'

export type Button = { text: string; style?: string } & (
  | { url: string }
  | { copy_text: { text: string } }
)

const STYLES = ['primary', 'danger', 'success']
const MAX_BUTTONS = 100
const MAX_BUTTONS_IN_A_ROW = 8
const MAX_BYTES = 10_000
const MAX_COPIED = 256

/** First stage, before the chat is looked up: the rows as sent. */
export function readButtons(json: string | undefined): Button[][] {
  const markup = objectParameter(json, 'reply markup', 'reply keyboard markup')
  if (!markup) return []
  return refusing('', () => {
    knowOnly(markup, ['inline_keyboard'], 'reply markup')
    return optionalArray(markup, 'inline_keyboard').map(row => {
      if (!Array.isArray(row))
        throw new FieldError(
          'Field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays',
        )
      return row.map(readButton)
    })
  })
}

function readButton(value: unknown): Button {
  return refusing("can't parse inline keyboard button: ", () => {
    const fields = asObject(value, 'InlineKeyboardButton must be an Object')
    knowOnly(fields, BUTTON_FIELDS, 'field of a button')
    const text = string(fields, 'text')
    const style = optionalString(fields, 'style').toLowerCase()
    if (style !== '' && style !== 'default' && !STYLES.includes(style))
      throw new FieldError('invalid button style specified')
    return { text, ...(STYLES.includes(style) && { style }), ...readKind(fields) }
  })
}

function readKind(fields: JsonObject): { url: string } | { copy_text: { text: string } } {
  if (BUTTON_KINDS.filter(kind => fields.has(kind)).length > 1)
    throw new FieldError('This double takes one kind of a button')
  const url = optionalString(fields, 'url')
  if (url !== '') return { url }
  if (!fields.has('copy_text'))
    throw new FieldError('Text buttons are unallowed in the inline keyboard')
  const copied = object(fields, 'copy_text')
  knowOnly(copied, COPY_TEXT_FIELDS, 'field of a text to copy')
  return { copy_text: { text: string(copied, 'text') } }
}

/**
 * Second stage, after the chat is looked up: the rows under the message, without buttons that have
 * no text and without empty rows.
 */
export function checkButtons(rows: Button[][]): Button[][] {
  const kept = rows.map(row => row.filter(({ text }) => text !== '')).filter(row => row.length > 0)
  for (const button of kept.flat()) {
    if (!button.text.isWellFormed()) throw notUtf8('text')
    if ('url' in button) checkUrl(button.url)
    else if (!button.copy_text.text.isWellFormed()) throw notUtf8('copied text')
  }
  return kept
}

function checkUrl(url: string): void {
  if (!url.isWellFormed()) throw notUtf8('URL')
  const problem = linkProblem(url)
  if (problem) throw badRequest(`inline keyboard button URL '${url}' is invalid: ${problem}`)
}

const notUtf8 = (what: string) =>
  badRequest(`inline keyboard button ${what} must be encoded in UTF-8`)

/** Third stage, checks of Telegram itself, whose error messages are constants. */
export function checkButtonLimits(rows: Button[][]): void {
  for (const button of rows.flat())
    if ('copy_text' in button && !isCopied(button.copy_text.text))
      throw badRequest('BUTTON_COPY_TEXT_INVALID')
  const isTooMany =
    rows.flat().length > MAX_BUTTONS || rows.some(row => row.length > MAX_BUTTONS_IN_A_ROW)
  if (isTooMany || Buffer.byteLength(JSON.stringify(rows)) > MAX_BYTES)
    throw badRequest('reply markup is too long')
}

/** Telegram's unit of count is undocumented; UTF-16 units are never fewer than its characters. */
const isCopied = (text: string) => text.trim() !== '' && text.length <= MAX_COPIED
