import { matches } from '#shared/format.ts'
import type { Connection } from '#shared/model/connection.ts'

/** Connections with a tag that contains the text, ignoring case and accents; all of them for an empty text. */
export function withTag<T extends Pick<Connection, 'tags'>>(connections: T[], text: string): T[] {
  if (text.trim() === '') return connections
  return connections.filter(({ tags }) => matches(text, ...tags))
}
