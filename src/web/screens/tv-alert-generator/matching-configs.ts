import { foldText } from '#shared/format.ts'
import type { TvConfig } from '#shared/model/tv-config.ts'

export interface ConfigFilter {
  /** Looked for in name and condition notes, whatever its case and accents. */
  search: string
  /** Undefined: those of all connections. */
  connectionId: string | undefined
}

export function matchingConfigs<
  T extends Pick<TvConfig, 'name' | 'connectionId' | 'tradingViewConditionNotes'>,
>(configs: T[], { search, connectionId }: ConfigFilter): T[] {
  const wanted = foldText(search.trim())
  return configs.filter(
    config =>
      (connectionId === undefined || config.connectionId === connectionId) &&
      [config.name, config.tradingViewConditionNotes].some(text => foldText(text).includes(wanted)),
  )
}
