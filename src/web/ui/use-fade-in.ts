import { useEffect, useState } from 'react'
import classes from './use-fade-in.module.css'

/** False while a component first appears: what it mounts afterwards has arrived under the reader's eyes. */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => setSettled(true), [])
  return settled
}

/** Fades a row in that is mounted as `arriving`, beside the looks that `className` gives it. */
export function useFadeIn(arriving: boolean, className: string | undefined) {
  const [arrived] = useState(arriving)
  return { className: `${className} ${classes.arrival}`, 'data-arrived': arrived }
}
