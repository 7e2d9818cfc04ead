import type { Connection } from '#shared/model/connection.ts'
import type { TvConfig, TvConfigDraft } from '#shared/model/tv-config.ts'
import { tvConfigLabels } from '#shared/texts.ts'
import { type Difference, differing } from '#web/parts/edit-conflict/differences.ts'
import { connectionName } from './connection-name.ts'

/** Where what was typed and what is stored do not agree. */
export function configDifferences(
  mine: TvConfigDraft,
  theirs: TvConfig,
  connections: readonly Pick<Connection, 'id' | 'name'>[],
): Difference[] {
  const fields = new Set(
    [mine, theirs].flatMap(({ templateFields }) => Object.keys(templateFields)),
  )
  return differing([
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
  ])
}
