import type { ErrorLog } from '#shared/model/error-log.ts'

/** The alert that an entry tells of; null: it tells of none. */
export function alertOf({ details }: Pick<ErrorLog, 'details'>): string | null {
  const id = details?.alertId
  return typeof id === 'string' ? id : null
}
