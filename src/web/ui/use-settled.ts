import { useEffect, useState } from 'react'

/** False while a component first appears: what it mounts afterwards has arrived under the reader's eyes. */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => setSettled(true), [])
  return settled
}
