import type { Connection } from '#shared/model/connection.ts'
import type { TvConfig, TvConfigDraft } from '#shared/model/tv-config.ts'
import { tvConfigLabels } from '#shared/texts.ts'
import type { Difference } from '#web/parts/editing/differences.ts'
import { connectionName } from './connection-name.ts'

/** The fields of a configuration, as typed and as stored. */
export function configDifferences(
  mine: TvConfigDraft,
  theirs: TvConfig,
  connections: readonly Pick<Connection, 'id' | 'name'>[],
): Difference[] {
  const fields = new Set(
    [mine, theirs].flatMap(({ templateFields }) => Object.keys(templateFields)),
  )
  return [
    { label: tvConfigLabels.name, mine: mine.name, theirs: theirs.name },
    {
      label: tvConfigLabels.connectionId,
      mine: connectionName(mine.connectionId, connections),
      theirs: connectionName(theirs.connectionId, connections),
    },
    ...[...fields].map(name => ({
      label: `{{${name}}}`,
      mine: mine.templateFields[name] ?? '',
      theirs: theirs.templateFields[name] ?? '',
    })),
    {
      label: tvConfigLabels.tradingViewConditionNotes,
      mine: mine.tradingViewConditionNotes,
      theirs: theirs.tradingViewConditionNotes,
    },
    {
      label: tvConfigLabels.tradingViewFrequencyNotes,
      mine: mine.tradingViewFrequencyNotes,
      theirs: theirs.tradingViewFrequencyNotes,
    },
  ]
}
