import { copyName } from '#shared/format.ts'
import type { Connection } from '#shared/model/connection.ts'
import type { TvConfig, TvConfigDraft } from '#shared/model/tv-config.ts'
import { tvConfigTexts } from '#shared/texts/tv-configs.ts'

/** New configuration for the connection that the list is filtered by, else for the only one, else without one. */
export function blankConfig(
  connections: readonly Pick<Connection, 'id'>[],
  lookedAt: string | undefined,
): TvConfigDraft {
  const [first, second] = connections
  const only = second ? undefined : first
  const chosen = connections.find(({ id }) => id === lookedAt) ?? only
  return {
    name: '',
    connectionId: chosen?.id ?? '',
    templateFields: {},
    tradingViewConditionNotes: '',
    tradingViewFrequencyNotes: '',
    expiresOn: null,
  }
}

/** Unsaved copy, with a warning if its connection changed; or the reason why it cannot be made. */
export type Clone = { draft: TvConfigDraft; warning?: string } | { refusal: string }

/**
 * Copies a configuration without its expiry. The copy keeps the connection; if that was deleted, it gets the first one.
 * @param connections undefined: they could not be loaded
 */
export function cloneConfig(
  config: TvConfig,
  connections: readonly Pick<Connection, 'id' | 'name'>[] | undefined,
): Clone {
  if (!connections) return { refusal: tvConfigTexts.cloneUnassigned }
  const [first] = connections
  if (!first) return { refusal: tvConfigTexts.cannotClone }

  const { id: _, version: __, ...fields } = config
  const draft = { ...fields, name: copyName(config.name), expiresOn: null }
  if (connections.some(({ id }) => id === config.connectionId)) return { draft }
  return {
    draft: { ...draft, connectionId: first.id },
    warning: tvConfigTexts.cloneReassigned(first.name),
  }
}
