import { useEffect, useState } from 'react'
import classes from './use-fade-in.module.css'

/** False while a list mounts, then true: rows mounted after that have arrived while it was shown. */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => setSettled(true), [])
  return settled
}

/** Fades in a row that is mounted as `arriving`, in addition to `className`. */
export function useFadeIn(arriving: boolean, className: string | undefined) {
  const [arrived] = useState(arriving)
  return { className: `${className} ${classes.arrival}`, 'data-arrived': arrived }
}
