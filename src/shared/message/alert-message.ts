import { formatNumber, quantity, truncate } from '../format.ts'
import { MAX_NAME_LENGTH } from '../limits.ts'
import { hiddenNames } from '../payload/key-names.ts'
import { listedIn, MAX_LISTED, type Payload } from '../payload/payload.ts'
import { readableFields } from '../payload/readable-text.ts'
import { type IsHidden, withoutTextSecrets } from '../payload/secrets-in-text.ts'
import { withoutUnfilledLines } from '../tradingview/unfilled.ts'
import { boundMessage } from './bound-message.ts'
import { cleanText } from './clean-text.ts'
import { type FillContext, type Filled, fillTemplate, type Taken } from './fill-template.ts'
import { maskConnectionId } from './mask-connection-id.ts'
import { ownText, ownTexts } from './own-text.ts'
import { joinMessages, plainMessage, type RichMessage } from './rich-message.ts'
import { MESSAGE_MAX_CODE_POINTS } from './split.ts'

/**
 * Message of an alert: the template filled with the payload, and below it the alert's own text unless the template
 * shows it or `addsText` is false. If the payload does not fit the template: `ownMessage`. For a list, the messages of
 * its first `MAX_LISTED` objects, one below the other.
 */
export function alertMessage(template: string, context: FillContext): Filled {
  const listed = listedIn(context.payload)
  if (listed === undefined) return oneMessage(template, context)
  const all = listed.slice(0, MAX_LISTED)
  const made = all.map(payload => oneMessage(template, { ...context, payload }))
  const messages = made.map(({ message }) => message)
  if (listed.length > all.length)
    messages.push(plainMessage(`… y ${formatNumber(listed.length - all.length)} más`))
  return {
    message: boundMessage(joinMessages(messages, '\n\n')),
    missing: [...new Set(made.flatMap(({ missing }) => missing))],
    taken: uniqueTaken(made.flatMap(({ taken }) => taken)),
    used: [],
    fits: made.some(({ fits }) => fits),
  }
}

function uniqueTaken(taken: readonly Taken[]): Taken[] {
  const byKey = new Map(taken.map(one => [one.key, one]))
  return [...byKey.values()]
}

function oneMessage(template: string, context: FillContext): Filled {
  const filled = templateMessage(template, context)
  if (filled.fits) return context.addsText === false ? filled : withOwnText(filled, context)
  const message = ownMessage(context.payload, context)
  return message.text === '' ? filled : { ...filled, message }
}

/** Message of an alert whose template does not fit or can't be filled: its own text, else its fields, else its name. */
export function ownMessage(
  payload: Payload,
  {
    builtIn,
    connectionId = '',
    neverShown,
  }: Pick<FillContext, 'builtIn' | 'connectionId' | 'neverShown'>,
): RichMessage {
  const isHidden = hiddenNames(neverShown)
  const text = ownText(payload, isHidden)
  const shown =
    text.text === ''
      ? plainMessage((fieldLines(payload, isHidden) || builtIn.alert_name) ?? '')
      : text
  return boundMessage(maskConnectionId(shown, connectionId))
}

/** Appends those of the alert's own texts that the message does not show; none if the template uses one of them. */
function withOwnText(
  filled: Filled,
  { payload, connectionId = '', neverShown }: FillContext,
): Filled {
  const texts = ownTexts(payload, hiddenNames(neverShown))
  const used = new Set(filled.used)
  // A template that shows the whole payload shows the texts with JSON's escapes.
  if (used.has('payload') || texts.some(({ from }) => used.has(from))) return filled
  const unseen = texts.filter(
    ({ text }) => !linesOf(text).every(line => filled.message.text.includes(line)),
  )
  if (unseen.length === 0) return filled
  const own = [...new Set(unseen.map(({ text }) => text))].join('\n')
  const paragraph = maskConnectionId(plainMessage(own), connectionId)
  const message = boundMessage(joinMessages([filled.message, paragraph], '\n\n'))
  return { ...filled, message, used: [...filled.used, ...texts.map(({ from }) => from)] }
}

const linesOf = (text: string): string[] =>
  cleanText(text)
    .split('\n')
    .map(line => line.trim())

/** Message of a filled template, even if the payload does not fit it. */
export function templateMessage(template: string, context: FillContext): Filled {
  const filled = fillTemplate(template, context)
  return { ...filled, message: boundMessage(filled.message) }
}

/** Message for a body that is not a JSON object: its text, secrets masked and unfilled lines removed; no template. */
export function textMessage(
  text: string,
  connectionId = '',
  neverShown: readonly string[] = [],
): RichMessage {
  const shown = withoutTextSecrets(withoutUnfilledLines(text), hiddenNames(neverShown))
  return boundMessage(maskConnectionId(plainMessage(shown), connectionId))
}

/** Fields are added until only this many code units of one message are left; the last field's line may exceed them. */
const RESERVED_LENGTH = 200

/** One line «clave: valor» for each field, until one message is nearly full; a last line counts the omitted fields. */
function fieldLines(payload: Payload, isHidden: IsHidden): string {
  const lines: string[] = []
  let length = 0
  let omitted = 0
  for (const { key, text } of readableFields(payload, isHidden)) {
    if (length >= MESSAGE_MAX_CODE_POINTS - RESERVED_LENGTH) {
      omitted += 1
      continue
    }
    const line = `${truncate(key, MAX_NAME_LENGTH)}: ${withoutTextSecrets(text, isHidden)}`
    lines.push(line)
    length += line.length + 1
  }
  if (omitted > 0) lines.push(`… y ${quantity(omitted, 'campo', 'campos')} más`)
  return lines.join('\n')
}
