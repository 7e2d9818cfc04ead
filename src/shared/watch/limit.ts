/** TradingView stops an alert that fires more than 15 times in 3 minutes. */
export const LIMIT_WINDOW_MS = 180_000
export const WARN_AT = 12
export const STOPPED_AT = 16
const AGAIN_MS = 60 * 60_000

/** 1: it came near the limit; 2: TradingView may have stopped it. */
export type LimitLevel = 0 | 1 | 2

/**
 * How near an alert came to the limit, and when it last did. `recent`: its latest firings, in order, at most
 * 16. Instants in milliseconds.
 */
export type LimitReach = { level: LimitLevel; at: number | null; recent: readonly number[] }

/** @returns `crossed`: the level newly reached last, or 0; any level is new after an hour without the current one */
export function reachLimit(
  before: LimitReach,
  fresh: readonly number[],
): LimitReach & { crossed: LimitLevel } {
  const recent = [...before.recent]
  let { level, at } = before
  let crossed: LimitLevel = 0
  for (const firing of fresh) {
    recent.push(firing)
    if (recent.length > STOPPED_AT) recent.shift()
    const isWithin = (count: number) =>
      recent.length >= count && firing - (recent.at(-count) ?? 0) < LIMIT_WINDOW_MS
    const reached = isWithin(STOPPED_AT) ? 2 : isWithin(WARN_AT) ? 1 : 0
    if (reached === 0) continue
    const isNews = reached > level || at === null || firing - at > AGAIN_MS
    if (isNews) crossed = reached
    if (isNews || reached === level) {
      level = reached
      at = firing
    }
  }
  return { recent, level, at, crossed }
}

/** Current level: an alert that fires again after the window was not stopped. */
export const standingLevel = ({ level, at }: Omit<LimitReach, 'recent'>, lastFiredAt: number) =>
  level === 2 && at !== null && lastFiredAt - at > LIMIT_WINDOW_MS ? 1 : level
