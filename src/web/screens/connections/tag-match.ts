import type { Connection } from '#shared/model/connection.ts'

/** Those with a tag that contains the text, whatever its case; all of them when there is no text. */
export function withTag<T extends Pick<Connection, 'tags'>>(connections: T[], text: string): T[] {
  const part = text.trim().toLocaleLowerCase('es')
  if (part === '') return connections
  return connections.filter(({ tags }) =>
    tags.some(tag => tag.toLocaleLowerCase('es').includes(part)),
  )
}
