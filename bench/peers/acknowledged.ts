import type { Posted } from '../support/post-alerts.ts'

/** TradingView's timeout of a webhook. */
export const PATIENCE_MS = 3_000

/** Any success, however late: contenders answer with different statuses. */
export const isAcknowledged = ({ status }: Pick<Posted, 'status'>): boolean =>
  status >= 200 && status < 300
