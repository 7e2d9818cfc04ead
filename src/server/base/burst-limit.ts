/** At most `burst` at once, then one each `interval` milliseconds: the generic cell rate algorithm. */
export type BurstLimit = { burst: number; interval: number }

/**
 * Time at which the limit allows one more; any time before now means at once.
 * @param spentUntil time at which all so far would be through, at one each interval
 */
export const allowedAt = ({ burst, interval }: BurstLimit, spentUntil: number): number =>
  spentUntil - (burst - 1) * interval

/** @returns `spentUntil` after one more at `now` */
export const spendOne = ({ interval }: BurstLimit, spentUntil: number, now: number): number =>
  Math.max(spentUntil, now) + interval
