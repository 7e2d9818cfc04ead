import { z } from 'zod'
import { formatNumber } from '../format.ts'
import { MAX_LOG_ROWS } from '../limits.ts'
import { ROW_BYTES, ROWS_TYPE } from '../reconciliation/pack.ts'

/** Rows of TradingView's alert log as `packRows` writes them. Their contents are not checked here. */
export const packedRowsSchema = z
  .file()
  .mime(ROWS_TYPE)
  .min(ROW_BYTES, 'El registro no tiene ninguna fila.')
  .max(MAX_LOG_ROWS * ROW_BYTES, `Como máximo ${formatNumber(MAX_LOG_ROWS)} filas cada vez.`)
  .refine(({ size }) => size % ROW_BYTES === 0, 'El registro llegó incompleto.')

/** Result of the comparison, in the format that `unpackComparison` reads. */
export const comparedSchema = z.file()
