/** Groups a page of alerts by account, connection and name. */
import { truncate } from '#shared/format.ts'
import { MAX_NAME_LENGTH } from '#shared/limits.ts'

/** Id, account, connection, name, the connection's name, instant. */
type PageRow = [string, string, string, string, string, number]

export type Fired = {
  user_id: string
  connection_id: string
  connection_name: string
  name: string
  folded: string
  firings: number[]
}

/**
 * Max separate series whose names differ only in numbers; beyond it they are one series, since the names contain
 * prices.
 */
export const ALIKE = 8

/** Replaces each number with #. */
export const foldNumbers = (name: string): string => name.replaceAll(/\d+(?:[.,]\d+)*/g, '#')

/**
 * False for the default name, which alerts without a name get from their connection: it may be any of several alerts.
 */
const hasOwnName = (name: string, connectionName: string): boolean =>
  name !== truncate(`Alerta de ${connectionName}`, MAX_NAME_LENGTH)

/** Span so recent that an alert with a smaller id may still be written. Milliseconds UTC. */
export type TooNew = { from: number; to: number }

/** `page`: rows as JSON; `isFull`: more alerts may follow; `tooNew`: left for later. */
export type AskedPage = { page: string; isFull: boolean; tooNew: TooNew }

/** @returns `last`: id of the last alert read, undefined without one; `isBehind`: more alerts may be left to read */
export function groupPage({ page, isFull, tooNew }: AskedPage): {
  last: string | undefined
  fired: Fired[]
  isBehind: boolean
} {
  const rows: PageRow[] = JSON.parse(page)
  const groups = new Map<string, Fired>()
  let last: string | undefined
  let isBehind = isFull
  for (const [id, user_id, connection_id, name, connection_name, at] of rows) {
    if (at >= tooNew.from && at <= tooNew.to) {
      isBehind = false
      break
    }
    // Skips alerts dated by a clock that was ahead: they are read again once that time has come.
    if (at <= tooNew.to && hasOwnName(name, connection_name)) {
      const key = `${user_id}\n${connection_id}\n${name}`
      const group = groups.get(key)
      if (group) group.firings.push(at)
      else {
        const folded = foldNumbers(name)
        groups.set(key, { user_id, connection_id, connection_name, name, folded, firings: [at] })
      }
    }
    last = id
  }
  for (const { firings } of groups.values()) firings.sort((a, b) => a - b)
  return { last, fired: [...groups.values()], isBehind }
}
