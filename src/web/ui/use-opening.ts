import { useCallback, useEffect, useState } from 'react'

/** Subject of an opened dialog; each opening has its own `key` and is a new dialog. */
export interface Opening<For> {
  for: For
  key: number
}

export function useOpening<For>() {
  const [opening, setOpening] = useState<Opening<For>>()
  const open = useCallback(
    (what: For) => setOpening(last => ({ for: what, key: (last?.key ?? 0) + 1 })),
    [],
  )
  return [opening, open] as const
}

/** State of a dialog that opens when mounted and stays open until closed. */
export function useOpened() {
  const [opened, setOpened] = useState(false)
  // Opening after mounting lets the dialog remember who had the focus.
  useEffect(() => setOpened(true), [])
  const close = useCallback(() => setOpened(false), [])
  return { opened, close }
}
