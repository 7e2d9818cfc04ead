import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Takes a file dropped anywhere on the page, in any step; otherwise the browser would navigate to it.
 * @returns true while a file is held over the page
 */
export function useFileDrop(onFile: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(onFile)
  useEffect(() => {
    const holdsFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files')
    const over = (event: DragEvent) => {
      if (!holdsFile(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (!relatedTarget) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!holdsFile(event)) return
      event.preventDefault()
      setOver(false)
      const [file] = event.dataTransfer?.files ?? []
      if (file) take(file)
    }
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
    }
  }, [])
  return isOver
}
