import type { Connection } from '#shared/model/connection.ts'
import type { Template } from '#shared/model/template.ts'
import type { TvConfigDraft } from '#shared/model/tv-config.ts'
import { tvConfigTexts } from '#shared/texts/tv-configs.ts'

/**
 * Errors that keep a configuration from being saved, by field. If name and connection are both missing,
 * the sentence about both is only at the name.
 */
export function configErrors(
  { name, connectionId }: Pick<TvConfigDraft, 'name' | 'connectionId'>,
  known: Known,
): { name?: string; connectionId?: string } {
  const noName = name.trim() === ''
  const trouble = connectionTrouble(connectionId, known)
  return {
    ...(noName && { name: tvConfigTexts.required }),
    ...(connectionId === '' && {
      connectionId: noName ? tvConfigTexts.noConnection : tvConfigTexts.required,
    }),
    ...(trouble && { connectionId: trouble }),
  }
}

/** Data of the account that the dialog has loaded. */
export interface Known {
  connections: readonly Pick<Connection, 'id' | 'templateId'>[]
  /** Undefined: they could not be loaded. */
  templates: readonly Template[] | undefined
}

/** Reason why the chosen connection cannot be used; undefined if it can, or without a choice. */
export function connectionTrouble(connectionId: string, known: Known): string | undefined {
  if (connectionId === '') return undefined
  if (!known.connections.some(({ id }) => id === connectionId)) return tvConfigTexts.connectionGone
  return templateOf(connectionId, known) ? undefined : tvConfigTexts.templateMissing
}

export function templateOf(connectionId: string, known: Known): Template | undefined {
  const connection = known.connections.find(({ id }) => id === connectionId)
  return connection && known.templates?.find(({ id }) => id === connection.templateId)
}
