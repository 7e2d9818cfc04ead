/** After so many runs without a pause additions are a steady stream. */
const STEADY_RUNS = 8

/**
 * Hands what is added to `work`: at once when it comes alone, otherwise gathered, at most once in
 * `interval` milliseconds (`steady` of a steady stream) and one run at a time. The last addition is never
 * left out.
 */
export function throttleBatches<T>(
  interval: number,
  work: (gathered: T[]) => unknown,
  steady = interval,
): (item: T) => void {
  let gathered: T[] = []
  let running = false

  const run = async () => {
    running = true
    for (let runs = 1; gathered.length > 0; runs += 1) {
      const batch = gathered
      gathered = []
      await Promise.allSettled([
        Promise.resolve(batch).then(work),
        new Promise(resolve => setTimeout(resolve, runs > STEADY_RUNS ? steady : interval)),
      ])
    }
    running = false
  }

  return item => {
    gathered.push(item)
    if (!running) void run()
  }
}
