/** Sets this process's wall clock until it is disposed of; the monotonic one goes on. @param by milliseconds */
export function stepClock(by: number): Disposable {
  const now = Date.now
  Date.now = () => now() + by
  return {
    [Symbol.dispose]: () => {
      Date.now = now
    },
  }
}
