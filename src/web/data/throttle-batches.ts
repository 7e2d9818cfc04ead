/**
 * Hands what is added to `work`: at once when it comes alone, otherwise gathered, at most once in
 * `interval` milliseconds and one run at a time. The last addition is never left out.
 */
export function throttleBatches<T>(
  interval: number,
  work: (gathered: T[]) => unknown,
): (item: T) => void {
  let gathered: T[] = []
  let running = false

  const run = async () => {
    running = true
    while (gathered.length > 0) {
      const batch = gathered
      gathered = []
      await Promise.allSettled([
        Promise.resolve(batch).then(work),
        new Promise(resolve => setTimeout(resolve, interval)),
      ])
    }
    running = false
  }

  return item => {
    gathered.push(item)
    if (!running) void run()
  }
}
