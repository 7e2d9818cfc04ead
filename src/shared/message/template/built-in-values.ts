import { instantTexts } from './instants.ts'

/**
 * Values that the server supplies if the body lacks them. `receivedAt` is in milliseconds UTC, `timeZone` an IANA
 * name.
 */
export const builtInValues = (alert: {
  connectionName: string
  alertName: string
  receivedAt: number
  timeZone: string
}): Record<string, string> => ({
  connection_name: alert.connectionName,
  alert_name: alert.alertName,
  /** Computed only on demand, since formatting dates is slow. */
  get timestamp() {
    return instantTexts(alert.timeZone).precise(alert.receivedAt)
  },
})
