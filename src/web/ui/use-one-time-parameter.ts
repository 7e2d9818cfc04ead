import { useEffect, useEffectEvent, useState } from 'react'

/**
 * True if the address asks for something when a screen opens. `forget` removes that from the address, so that neither
 * a reload nor Back asks again.
 */
export function useOneTimeParameter(isAsked: boolean, forget: () => void): boolean {
  const [wasAsked] = useState(isAsked)
  const take = useEffectEvent(forget)
  useEffect(() => {
    if (isAsked) take()
  }, [isAsked])
  return wasAsked
}
