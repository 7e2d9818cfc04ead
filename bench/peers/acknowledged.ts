import type { Posted } from '../support/post-alerts.ts'

/** TradingView gives a webhook up after this. */
export const PATIENCE_MS = 3_000

/** Any success, whenever it came: each contender has a status of its own. */
export const isAcknowledged = ({ status }: Pick<Posted, 'status'>): boolean =>
  status >= 200 && status < 300
