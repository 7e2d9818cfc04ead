import { Progress } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'
import { formatNumber } from '#shared/format.ts'
import { type Counted, totalWords } from '#web/parts/page-range.ts'
import classes from './progress-dialog.module.css'

interface ProgressLineProps {
  /** «Eliminando». */
  doing: string
  done: number
  of: Counted
}

/** Progress of a long operation: «Eliminando 500 de 3.482…» and a bar. */
export function ProgressLine({ doing, done, of }: ProgressLineProps) {
  const words = `${doing} ${formatNumber(done)} de ${totalWords(of)}…`
  return (
    <>
      <div role="status">{words}</div>
      <Progress className={classes.progress} aria-label={words} value={(done / of.total) * 100} />
    </>
  )
}

/** Opens a small dialog that clicks outside don't close; its content receives the closing function. */
export function openSmall(content: (close: () => void) => ReactNode): void {
  const id = modals.open({
    withCloseButton: false,
    closeOnClickOutside: false,
    size: 392,
    children: content(() => modals.close(id)),
  })
}
