import type { Connection } from '#shared/model/connection.ts'
import type { TvConfigDraft } from '#shared/model/tv-config.ts'

/** A new configuration, for the connection that is looked at or the only one there is. */
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
  }
}
