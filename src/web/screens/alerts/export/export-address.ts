import type { AlertFilter } from '#shared/model/alert.ts'
import type { ExportFormat } from './export-formats.ts'

interface Exported {
  filter: AlertFilter
  asOf: string
  /** Whose clock the instants are told by. */
  timeZone: string
}

/** Where the server streams all that a filter finds and that had come before an instant. */
export function exportAddress(format: ExportFormat, { filter, asOf, timeZone }: Exported): string {
  const asked = new URLSearchParams({ format, before: asOf, tz: timeZone })
  for (const [name, value] of Object.entries(filter)) if (value) asked.set(name, value)
  return `/api/alerts/export?${asked}`
}
