/** Makes spreadsheets read the file as Unicode. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Some programs take a text with such a beginning for a formula. */
const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^[+-]?\d+([.,]\d+)?$/

/**
 * CSV line for spreadsheets in Spanish: separated by semicolons, every value on one line, and no value that is
 * taken for a formula, not even by programs that separate at commas.
 */
export const csvLine = (values: readonly string[]): string => `${values.map(cell).join(';')}\r\n`

function cell(value: string): string {
  const line = value.replace(/\r\n|[\r\n]/g, ' ⏎ ')
  const text = FORMULA.test(line) && !NUMBER.test(line) ? `'${line}` : line
  return `"${text.replaceAll('"', '""')}"`
}
