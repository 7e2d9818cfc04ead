/** A page of alerts, put together by what they are alerts of. */
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

/** Names that are alike but for their numbers are one series from so many on: a price stands in them. */
export const ALIKE = 8

/** With # in the place of each number. */
export const foldNumbers = (name: string): string => name.replaceAll(/\d+(?:[.,]\d+)*/g, '#')

/** An alert that brought no name was given its connection's: it may be any of several. */
const hasOwnName = (name: string, connectionName: string): boolean =>
  name !== truncate(`Alerta de ${connectionName}`, MAX_NAME_LENGTH)

/** That came so lately that an alert with a smaller id may still be written. Milliseconds UTC. */
export type TooNew = { from: number; to: number }

/** `page`: as JSON; `isFull`: there may be more behind it; `tooNew`: is left for later. */
export type AskedPage = { page: string; isFull: boolean; tooNew: TooNew }

/** @returns `last`: the id up to which it was read; undefined: nothing was; `isBehind`: there may be more to read */
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
    // Dated by a clock that was ahead: it is read again once it is of now.
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
