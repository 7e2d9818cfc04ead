import { dateFormats } from '../../format.ts'

/**
 * The values that the server fills in where the body has none. `receivedAt` is in milliseconds UTC,
 * `timeZone` an IANA name.
 */
export const builtInValues = (alert: {
  connectionName: string
  alertName: string
  receivedAt: number
  timeZone: string
}): Record<string, string> => ({
  connection_name: alert.connectionName,
  alert_name: alert.alertName,
  /** Written only where it is asked for, since dates take long. */
  get timestamp() {
    return instantIn(alert.timeZone)(alert.receivedAt)
  },
})

type Format = (instant: number) => string

/** Cached: creating formats is slow, and there are few zones. */
const formats = new Map<string, Format>()

function instantIn(timeZone: string): Format {
  const known = formats.get(timeZone)
  if (known) return known
  const { date, time } = dateFormats(timeZone)
  const zone = new Intl.DateTimeFormat('es-ES', { timeZone, timeZoneName: 'short' })
  const zoneAt = (instant: number) =>
    zone.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  const format: Format = instant => `${date(instant)}, ${time(instant)} ${zoneAt(instant)}`
  formats.set(timeZone, format)
  return format
}
