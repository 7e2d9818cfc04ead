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
