/**
 * Sort orders, formats and filters of lists. Separate from their models, so that screens need no schemas for
 * them.
 */

export const alertSorts = [
  'timestamp-desc',
  'timestamp-asc',
  'alertName-asc',
  'alertName-desc',
  'connectionName-asc',
  'connectionName-desc',
] as const
export type AlertSort = (typeof alertSorts)[number]

export const errorLogSorts = ['timestamp-desc', 'timestamp-asc'] as const

/** Formats in which the history can be exported. */
export const exportFormats = ['csv', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Sort orders of a reconciliation's rows: `attention` by verdict, lost rows first; the others by instant. */
export const reportSorts = ['attention', 'newest', 'oldest'] as const
export type ReportSort = (typeof reportSorts)[number]

/** Filters of Vigía, the most wanted first. */
export const watchFilters = [
  'attention',
  'quiet',
  'expired',
  'near-limit',
  'late',
  'alive',
  'unknown',
  'off',
  'silenced',
] as const
export type WatchFilter = (typeof watchFilters)[number]
