import { useCallback, useEffect, useState } from 'react'

/** What a dialog was opened for; each opening has a `key` of its own and is a new dialog. */
export interface Opening<For> {
  for: For
  key: number
}

/** @param first what it is opened for as soon as the screen stands */
export function useOpening<For>(first?: { for: For }) {
  const [opening, setOpening] = useState<Opening<For> | undefined>(first && { ...first, key: 0 })
  const open = useCallback(
    (what: For) => setOpening(last => ({ for: what, key: (last?.key ?? 0) + 1 })),
    [],
  )
  return [opening, open] as const
}

/** Of a dialog that is open as long as it is not closed. */
export function useOpened() {
  const [opened, setOpened] = useState(false)
  // Opening after mounting lets the dialog remember who had the focus.
  useEffect(() => setOpened(true), [])
  const close = useCallback(() => setOpened(false), [])
  return { opened, close }
}
