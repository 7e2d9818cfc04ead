import type { TvConfig } from '#shared/model/tv-config.ts'
import type { WatchedAlert } from '#shared/model/watch.ts'

/** Configuration whose alerts have the name of a watched alert. */
export const configOf = (
  { connectionId, name }: Pick<WatchedAlert, 'connectionId' | 'name'>,
  configs: readonly TvConfig[],
): TvConfig | undefined =>
  configs.find(
    config =>
      config.connectionId === connectionId &&
      (config.templateFields.alert_name || config.templateFields.name || config.name).trim() ===
        name,
  )
