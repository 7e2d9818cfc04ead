/** The outcome of a scenario's alerts. A wrong order throws instead. */
export type Kept = {
  acknowledged: number
  arrived: number
  failed: number
  /** Messages that arrived twice, because they were in flight. */
  repeats: number
  /** Longest standstill of a lane with waiting alerts, in milliseconds; set if other processes took over. */
  stoodStillMs?: number
}

/** A fault that may lose no alert. */
export type Fault = {
  name: string
  /** Why it can't be tried on this machine; null when it can. */
  whyNot?: () => string | null
  /**
   * @param pace how many times faster than in real life the delivery's delays run
   * @throws when a promise was not kept
   */
  run: (pace: number) => Promise<Kept>
}
