import { comparedSchema, packedRowsSchema } from '../model/reconciliation.ts'
import { signedIn } from './calls.ts'

/** Compares rows of TradingView's alert log with the account's history, without storing them. */
const compare = signedIn
  .route({ method: 'POST', path: '/reconciliation' })
  .meta({ changes: [], takesSeconds: true })
  .input(packedRowsSchema)
  .output(comparedSchema)

export const reconciliation = { compare }
