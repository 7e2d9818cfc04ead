import { matches } from '#shared/format.ts'
import { tvConfigTexts } from '#shared/texts/tv-configs.ts'
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
  /** Fields that the template asks for, in its order; all written ones if the template is unknown. */
  fields: Field[]
  /** Values written for fields that the template does not have; they are not saved. */
  leftover: Field[]
}

/**
 * Values of a template's fields: the written ones, and suggestions for the others.
 * @param wanted names of the template's fields; undefined: unknown, and all written values are kept
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
  /** True if the value may not work. */
  isWarning?: true
}

/** Describes the content that a field will have when the alert fires. */
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

/** True for a field that the server fills in itself, unless the body contains it. */
export const isFilledAtReceipt = (field: string): boolean =>
  productPlaceholders.some(key => key === field)

export const FILLED_AT_RECEIPT = 'Lo rellena Pregonero al recibir la alerta.'

/** True if a field contains the user's own text: not empty, no suggestion, not just a single placeholder. */
export const isOwnText = (value: string): boolean => {
  const text = value.trim()
  return text !== '' && !text.startsWith(GENERATOR_TOKEN) && soleKey(text) === undefined
}

const meanings = new Map(chartPlaceholders.map(({ key, meaning }) => [key, `${meaning}.`]))

/** Key of a text that consists of a single `{{…}}`. */
const soleKey = (text: string): string | undefined =>
  placedKeys(text).find(({ from, to }) => from === 0 && to === text.length)?.key

/** TradingView's placeholders with the text in their name or meaning. */
export function matchingPlaceholders(text: string): ChartPlaceholder[] {
  const name = text.replace(/[{}]/g, '')
  return chartPlaceholders.filter(({ key, meaning }) => matches(name, key, meaning))
}
