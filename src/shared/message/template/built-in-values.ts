import { instantTexts } from './instants.ts'

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
    return instantTexts(alert.timeZone).precise(alert.receivedAt)
  },
})
