import { matches } from '#shared/format.ts'
import type { TvConfig } from '#shared/model/tv-config.ts'

export interface ConfigFilter {
  /** Searched for in name and condition notes, ignoring case and accents. */
  search: string
  /** Undefined: all connections. */
  connectionId: string | undefined
}

export function matchingConfigs<
  T extends Pick<TvConfig, 'name' | 'connectionId' | 'tradingViewConditionNotes'>,
>(configs: T[], { search, connectionId }: ConfigFilter): T[] {
  return configs.filter(
    config =>
      (connectionId === undefined || config.connectionId === connectionId) &&
      matches(search, config.name, config.tradingViewConditionNotes),
  )
}
