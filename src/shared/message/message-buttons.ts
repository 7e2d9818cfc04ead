import { truncate, utf8Bytes } from '../format.ts'
import { MAX_BUTTON_TEXT_LENGTH, MAX_BUTTONS } from '../limits.ts'
import type { TemplateButton } from '../model/template-button.ts'
import { listedIn, MAX_LISTED, valueText } from '../payload/payload.ts'
import { SECRET_MARK } from '../payload/secrets-in-text.ts'
import { chartAddress, chartName } from '../tradingview/chart-address.ts'
import { hasUnfilled } from '../tradingview/unfilled.ts'
import { cleanText, isBlank } from './clean-text.ts'
import type { MessageButton } from './composed-message.ts'
import type { FillContext } from './fill-template.ts'
import { fillText } from './fill-text.ts'
import { linkAddress, withMarketOnce } from './markup/link-address.ts'
import { maskInText, showsSecret } from './mask-connection-id.ts'
import { plainDecimal } from './template/decimal-text.ts'
import { PlaceholderValues } from './template/placeholder-values.ts'

/** Telegram's limit for a copied text. Its unit is undocumented; code units are at least as many as characters. */
export const MAX_COPY_LENGTH = 256

/** Bytes. Telegram refuses a keyboard of 10 kB; the rest is left for the Bot API's own field names. */
const MAX_KEYBOARD_BYTES = 9_000

/**
 * Buttons that a template makes for a payload, row by row. Left out are buttons that need a missing value, whose
 * address or copied text needs a blank, unfilled or masked value or contains a secret, or that Telegram would refuse;
 * and rows without buttons. For a body that is a list: the buttons of its first `MAX_LISTED` objects without
 * duplicates, up to the maximum of a template.
 * @param secrets the connection's id, and the address that the alert was sent to
 */
export function templateButtons(
  rows: readonly (readonly TemplateButton[])[],
  context: FillContext,
  secrets: readonly string[] = context.connectionId ? [context.connectionId] : [],
): MessageButton[][] {
  if (rows.length === 0) return []
  const payloads = listedIn(context.payload)?.slice(0, MAX_LISTED) ?? [context.payload]
  const seen = new Set<string>()
  let room = MAX_KEYBOARD_BYTES
  const made = payloads.flatMap(payload => {
    if (seen.size >= MAX_BUTTONS && payloads.length > 1) return []
    const values = new PlaceholderValues({ ...context, payload })
    return rows.map(row =>
      row.flatMap(button => {
        const filled = messageButton(button, values, secrets)
        if (filled === undefined) return []
        const written = JSON.stringify(filled)
        const size = utf8Bytes(written)
        if (size > room) return []
        if (payloads.length > 1) {
          if (seen.has(written) || seen.size >= MAX_BUTTONS) return []
          seen.add(written)
        }
        room -= size
        return [filled]
      }),
    )
  })
  return made.filter(row => row.length > 0)
}

/**
 * Buttons of a grouped message: only buttons that open a chart, one row per chart, newest alert first, at most
 * `MAX_BUTTONS`. A button's text is the chart's symbol and interval.
 * @param alerts the buttons of each alert, oldest first
 */
export function groupButtons(alerts: readonly MessageButton[][][]): MessageButton[][] {
  const charts = new Map<string, MessageButton>()
  for (const button of alerts.toReversed().flat(2)) {
    const text = 'url' in button ? chartName(button.url) : undefined
    if (text !== undefined && 'url' in button && !charts.has(button.url))
      charts.set(button.url, { ...button, text: truncate(text, MAX_BUTTON_TEXT_LENGTH) })
  }
  return [...charts.values()].slice(0, MAX_BUTTONS).map(button => [button])
}

function messageButton(
  button: TemplateButton,
  values: PlaceholderValues,
  secrets: readonly string[],
): MessageButton | undefined {
  const { style } = button
  const text = face(button.text, values, secrets)
  const target = targetOf(button, values)
  if (text === undefined || target === undefined) return undefined
  const opened = 'url' in target ? target.url : target.copy
  if (secrets.some(secret => showsSecret(opened, secret))) return undefined
  return { text, ...(style && { style }), ...target }
}

/** Text of a button on one line, truncated; undefined if it is blank, lacks a value, or is too long to be filled. */
function face(
  template: string,
  values: PlaceholderValues,
  secrets: readonly string[],
): string | undefined {
  const { text, missing, isTooLong } = fillText(template, values)
  if (isTooLong || missing.length > 0) return undefined
  const line = cleanText(secrets.reduce(maskInText, text)).replace(/\s+/g, ' ').trim()
  return isBlank(line) ? undefined : truncate(line, MAX_BUTTON_TEXT_LENGTH)
}

function targetOf(
  button: TemplateButton,
  values: PlaceholderValues,
): { url: string } | { copy: string } | undefined {
  if (button.kind === 'copy') {
    const copy = filled(button.value, values, plainDecimal)?.trim()
    const fits = copy !== undefined && !isBlank(copy) && copy.length <= MAX_COPY_LENGTH
    return fits ? { copy: copy.toWellFormed() } : undefined
  }
  const url = button.kind === 'chart' ? chartOf(values) : linkOf(button.url, values)
  return url === undefined ? undefined : { url }
}

function chartOf(values: PlaceholderValues): string | undefined {
  const text = (key: string): string => {
    const value = values.at(key)
    const shown = valueText(value)
    return hasUnfilled(shown) ? '' : shown
  }
  return chartAddress({
    symbol: text('symbol'),
    exchange: text('exchange'),
    interval: text('timeframe'),
  })
}

function linkOf(template: string, values: PlaceholderValues): string | undefined {
  const address = filled(template, values, value => encodeURIComponent(value.toWellFormed()))
  return address === undefined ? undefined : linkAddress(withMarketOnce(address))
}

/** Undefined if a placeholder's value is missing, blank, unfilled or masked, or if the text is too long. */
function filled(
  template: string,
  values: PlaceholderValues,
  written: (value: string) => string,
): string | undefined {
  let hasBlank = false
  const { text, missing, isTooLong } = fillText(template, values, value => {
    hasBlank ||= isBlank(value) || hasUnfilled(value) || value.includes(SECRET_MARK)
    return written(value)
  })
  return hasBlank || isTooLong || missing.length > 0 ? undefined : text
}
