import { matches } from '#shared/format.ts'
import { tvConfigTexts } from '#shared/texts.ts'
import {
  type ChartPlaceholder,
  chartPlaceholders,
  isStandardPlaceholder,
  placedKeys,
  productPlaceholders,
} from '#shared/tradingview/chart-placeholders.ts'
import { GENERATOR_TOKEN } from '#shared/tradingview/generator-token.ts'
import { suggestedValue } from '#shared/tradingview/suggested-value.ts'

export type Field = readonly [name: string, value: string]

export interface FittedFields {
  /** What the template asks for, in its order. */
  fields: Field[]
  /** What was written for fields that the template does not have, and will not be saved. */
  leftover: Field[]
}

/**
 * The values of a template's fields: those that were written, and suggestions for the others.
 * @param wanted the names of the template's fields; undefined: it is not known, and what was written
 *   stays as it is
 */
export function fitFields(
  wanted: readonly string[] | undefined,
  written: Readonly<Record<string, string>>,
): FittedFields {
  const values = new Map(Object.entries(written))
  if (!wanted) return { fields: [...values], leftover: [] }
  return {
    fields: wanted.map(name => [name, values.get(name) ?? suggestedValue(name)]),
    leftover: [...values].filter(([name]) => !wanted.includes(name)),
  }
}

export interface ValueHint {
  text: string
  /** It may not work. */
  isWarning?: true
}

/** What will stand in a field when the alert fires. */
export function valueHint(field: string, value: string): ValueHint {
  const text = value.trim()
  if (text === '') return { text: 'Vacío: irá sin texto.' }
  if (text.startsWith(GENERATOR_TOKEN)) {
    return {
      text: isFilledAtReceipt(field)
        ? FILLED_AT_RECEIPT
        : 'Por rellenar: un texto o un placeholder.',
    }
  }
  const key = soleKey(text)
  if (key !== undefined && !isStandardPlaceholder(key)) {
    return { text: tvConfigTexts.notStandard(key), isWarning: true }
  }
  if (key !== undefined) return { text: meanings.get(key) ?? 'Lo pone TradingView.' }
  return {
    text: placedKeys(text).length > 0 ? 'Texto con lo que ponga TradingView.' : 'Texto fijo.',
  }
}

/** What the server puts in by itself, unless the body brings it. */
export const isFilledAtReceipt = (field: string): boolean =>
  productPlaceholders.some(key => key === field)

export const FILLED_AT_RECEIPT = 'Lo rellena Pregonero al recibir la alerta.'

/** Whether a field holds more than one placeholder or what was suggested. */
export const isOwnText = (value: string): boolean => {
  const text = value.trim()
  return text !== '' && !text.startsWith(GENERATOR_TOKEN) && soleKey(text) === undefined
}

const meanings = new Map(chartPlaceholders.map(({ key, meaning }) => [key, `${meaning}.`]))

/** The key of a text that is one `{{…}}` and nothing else. */
const soleKey = (text: string): string | undefined =>
  placedKeys(text).find(({ from, to }) => from === 0 && to === text.length)?.key

/** TradingView's placeholders that have the text in their name or meaning. */
export function matchingPlaceholders(text: string): ChartPlaceholder[] {
  const name = text.replace(/[{}]/g, '')
  return chartPlaceholders.filter(({ key, meaning }) => matches(name, key, meaning))
}
