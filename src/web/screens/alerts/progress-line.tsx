import { Progress } from '@mantine/core'
import { formatNumber } from '#shared/format.ts'
import { type Counted, totalWords } from '#web/parts/page-range.ts'
import classes from './progress-line.module.css'

interface ProgressLineProps {
  /** «Eliminando». */
  doing: string
  done: number
  of: Counted
}

/** How far something is that takes its time: «Eliminando 500 de 3.482…» and a bar. */
export function ProgressLine({ doing, done, of }: ProgressLineProps) {
  const words = `${doing} ${formatNumber(done)} de ${totalWords(of)}…`
  return (
    <>
      <div role="status">{words}</div>
      <Progress className={classes.progress} aria-label={words} value={(done / of.total) * 100} />
    </>
  )
}
