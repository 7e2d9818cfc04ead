/** Shifts this process's wall clock until disposal; the monotonic clock goes on. @param by milliseconds */
export function stepClock(by: number): Disposable {
  const now = Date.now
  Date.now = () => now() + by
  return {
    [Symbol.dispose]: () => {
      Date.now = now
    },
  }
}
