import { useEffect, useState } from 'react'
import classes from './elapsed.module.css'

/** How long one has been waiting since this stands: 0:42. */
export function Elapsed() {
  const [start] = useState(Date.now)
  const [now, setNow] = useState(start)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.floor(Math.max(0, now - start) / 1_000)
  return (
    <span className={classes.elapsed} role="timer">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  )
}
