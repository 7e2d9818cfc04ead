import { useEffect, useEffectEvent } from 'react'

/**
 * Calls `take` whenever the address begins to ask for something. `take` also removes that from the address, so that
 * neither a reload nor Back asks again.
 */
export function useOneTimeParameter(isAsked: boolean, take: () => void): void {
  const takeIt = useEffectEvent(take)
  useEffect(() => {
    if (isAsked) takeIt()
  }, [isAsked])
}
