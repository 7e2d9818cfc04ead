/** After this many runs in a row, without a pause, additions count as a steady stream. */
const STEADY_RUNS = 8

/**
 * Returns a function that hands items to `work`: a lone item at once, further ones in batches, at most once in
 * `interval` milliseconds (`steady` for a steady stream) and one run at a time. The last item is never left out.
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
