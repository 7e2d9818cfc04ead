/** Without it, spreadsheets don't take the file for Unicode. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Some programs take what begins so for a formula. */
const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^[+-]?\d+([.,]\d+)?$/

/**
 * A line of CSV as spreadsheets in Spanish read it: semicolons in between, every value on one line,
 * and none that is taken for a formula, not even where commas separate.
 */
export const csvLine = (values: readonly string[]): string => `${values.map(cell).join(';')}\r\n`

function cell(value: string): string {
  const line = value.replace(/\r\n|[\r\n]/g, ' ⏎ ')
  const text = FORMULA.test(line) && !NUMBER.test(line) ? `'${line}` : line
  return `"${text.replaceAll('"', '""')}"`
}
