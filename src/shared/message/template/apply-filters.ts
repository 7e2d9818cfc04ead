import { valueText } from '../../payload/payload.ts'
import { isBlank } from '../clean-text.ts'
import type { MessageEntity } from '../rich-message.ts'
import { type DecimalForm, decimalText } from './decimal-text.ts'
import type { Filter } from './filters.ts'
import { instantIn, instantTexts } from './instants.ts'

/** Reader's time: an instant that each reader sees in their own zone and language. */
export type ReadersTime = Required<Pick<MessageEntity, 'unix_time' | 'date_time_format'>>

/** A value as shown in a message; readers see `time` instead of `text`. */
export type ShownValue = { text: string; time?: ReadersTime }

/** `instant`: milliseconds UTC, for a value whose text does not contain it. */
type Source = { value: unknown; instant?: number | undefined }

/** Latest instant that Telegram accepts, in Unix seconds; the earliest is 1. */
const LATEST = 2 ** 31 - 1

/**
 * Applies the filters in order. Number and time filters read the value itself, so that their order does not matter;
 * they leave other values unchanged.
 * @param timeZone zone in which the text of an instant is written
 */
export function applyFilters(
  { value, instant }: Source,
  filters: readonly Filter[],
  timeZone: string,
): ShownValue {
  const number: DecimalForm = { isGrouped: false }
  const parts = { date: false, time: false, ago: false }
  let source = valueText(value)
  let shown: ShownValue = { text: source }
  let known = instant
  for (const filter of filters) {
    switch (filter.kind) {
      case 'decimals':
      case 'thousands': {
        if (filter.kind === 'decimals') number.digits = filter.digits
        else number.isGrouped = true
        const text = decimalText(source, number)
        if (text !== undefined) shown = { text }
        break
      }
      case 'date':
      case 'time':
      case 'ago':
        parts[filter.kind] = true
        known ??= instantIn(source)
        if (known !== undefined) shown = shownInstant(known, parts, timeZone)
        break
      case 'uppercase':
        shown = { ...shown, text: shown.text.toUpperCase() }
        break
      case 'lowercase':
        shown = { ...shown, text: shown.text.toLowerCase() }
        break
      case 'default':
        if (!isBlank(shown.text)) break
        source = filter.text
        known = undefined
        shown = { text: source }
        break
      default:
        filter satisfies never
    }
  }
  return shown
}

function shownInstant(
  instant: number,
  parts: { date: boolean; time: boolean; ago: boolean },
  timeZone: string,
): ShownValue {
  const texts = instantTexts(timeZone)
  const [text, date_time_format] = parts.ago
    ? [texts.precise(instant), 'r']
    : parts.date && parts.time
      ? [texts.dateTime(instant), 'dt']
      : parts.date
        ? [texts.date(instant), 'd']
        : [texts.time(instant), 't']
  const unix_time = Math.floor(instant / 1_000)
  const isSendable = unix_time >= 1 && unix_time <= LATEST
  return isSendable ? { text, time: { unix_time, date_time_format } } : { text }
}
