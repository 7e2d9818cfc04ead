import { useHotkeys } from '@mantine/hooks'
import { type ComponentType, useState } from 'react'
import { errorMessage } from '#web/data/error-message.ts'
import { showToast } from '#web/ui/show-toast.tsx'

/** The finder, whose code arrives when it is first opened, by `open` or by Ctrl K. */
export function useFinder() {
  const [Finder, setFinder] = useState<ComponentType>()
  const open = async () => {
    try {
      const { Finder, openFinder } = await import('./finder.tsx')
      setFinder(() => Finder)
      openFinder()
    } catch (error) {
      showToast({ type: 'error', message: errorMessage(error) })
    }
  }
  // Not over a dialog, which would be left with what was written in it.
  const openUnlessBusy = () => {
    if (!document.querySelector('[aria-modal="true"]')) void open()
  }
  useHotkeys([['mod+K', openUnlessBusy]], [])
  return { Finder, open }
}
