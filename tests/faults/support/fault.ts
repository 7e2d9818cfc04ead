/** What became of the alerts of a fault's scenario; they kept order, or it would have thrown. */
export type Kept = {
  acknowledged: number
  arrived: number
  failed: number
  /** Messages that stand in a chat once more, because they were in flight. */
  repeats: number
  /** Where others had to step in: the longest that something waited in a lane and nothing arrived. */
  stoodStillMs?: number
}

/** Something that goes wrong, and that nothing may be lost by. */
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
