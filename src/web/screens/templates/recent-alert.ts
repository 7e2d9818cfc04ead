/** What an alert brought that came of late, as the server tells it. */
export interface RecentAlert {
  alertName: string
  connectionName: string
  timestamp: string
  /** Pretty-printed JSON. */
  text: string
}
