import type { Connection } from '#shared/model/connection.ts'
import type { Template } from '#shared/model/template.ts'
import { tvConfigTexts } from '#shared/texts.ts'

/** What the dialog knows of the account. */
export interface Known {
  connections: readonly Pick<Connection, 'id' | 'templateId'>[]
  /** Undefined: they could not be loaded. */
  templates: readonly Template[] | undefined
}

/** Why the chosen connection will not do; nothing about none. */
export function connectionTrouble(connectionId: string, known: Known): string | undefined {
  if (connectionId === '') return undefined
  if (!known.connections.some(({ id }) => id === connectionId)) return tvConfigTexts.connectionGone
  return templateOf(connectionId, known) ? undefined : tvConfigTexts.templateMissing
}

export function templateOf(connectionId: string, known: Known): Template | undefined {
  const connection = known.connections.find(({ id }) => id === connectionId)
  return connection && known.templates?.find(({ id }) => id === connection.templateId)
}
