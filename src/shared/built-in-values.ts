import { dateFormats } from './format.ts'

const formats = dateFormats()

/** What the product puts in where the body leaves it open. `receivedAt` is in milliseconds UTC. */
export const builtInValues = (alert: {
  connectionName: string
  alertName: string
  receivedAt: number
}): Record<string, string> => ({
  connection_name: alert.connectionName,
  alert_name: alert.alertName,
  timestamp: `${formats.date(alert.receivedAt)}, ${formats.time(alert.receivedAt)}`,
})
