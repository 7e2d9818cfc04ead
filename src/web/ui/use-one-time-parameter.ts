import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Whether the address asks for something when a screen is opened. It asks only once: `forget` takes
 * it out of the address, so that neither a reload nor the way back asks again.
 */
export function useOneTimeParameter(isAsked: boolean, forget: () => void): boolean {
  const [wasAsked] = useState(isAsked)
  const take = useEffectEvent(forget)
  useEffect(() => {
    if (isAsked) take()
  }, [isAsked])
  return wasAsked
}
