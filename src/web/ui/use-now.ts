import { type ReactNode, useEffect, useState } from 'react'

/** The browser's clock, updated every second. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Part of a line that follows the clock, so that the rest is not rendered every second. */
export const Ticking = ({ children }: { children: (now: number) => ReactNode }): ReactNode =>
  children(useNow())
