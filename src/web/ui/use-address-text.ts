import { useDebouncedCallback } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

const PAUSE_MS = 250

/**
 * A typed text that is kept in the address: written there when typing pauses, read from there when a link or the Back
 * button changes it.
 */
export function useAddressText(address: string, write: (text: string) => void) {
  const [typed, setTyped] = useState(address)
  const known = useRef(address)
  const writeLater = useDebouncedCallback((text: string) => {
    if (text === known.current) return
    known.current = text
    write(text)
  }, PAUSE_MS)

  const router = useRouter()
  const forget = useEffectEvent(() => writeLater.cancel())
  // A pending write during navigation to another screen would navigate back to this one.
  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && forget()),
    [router],
  )

  useEffect(() => {
    if (address === known.current) return
    known.current = address
    forget()
    setTyped(address)
  }, [address])

  const type = (text: string) => {
    setTyped(text)
    writeLater(text)
  }
  return [typed, type] as const
}
