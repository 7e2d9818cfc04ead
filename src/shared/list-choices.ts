/** How lists can be had. Apart from their models, so that a screen that offers them needs no schema. */

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

/** What the history can be had as. */
export const exportFormats = ['csv', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The rows of a reconciliation: what is missing first, or by instant. */
export const reportSorts = ['attention', 'newest', 'oldest'] as const
export type ReportSort = (typeof reportSorts)[number]

/** What Vigía can be narrowed to, in the order in which one asks for it. */
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
