import { type ReactNode, useEffect, useState } from 'react'

/** The browser's clock, each second anew. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** What the clock changes of a line, so that nothing around it is drawn again each second. */
export const Ticking = ({ children }: { children: (now: number) => ReactNode }): ReactNode =>
  children(useNow())
