import { IconCheck, IconCircleX } from '@tabler/icons-react'
import classes from './sample-mark.module.css'
import { readSample } from './sample-payload.ts'

/** Whether the sample can be read; nothing about an empty one. */
export function SampleMark({ sample }: { sample: string }) {
  if (sample.trim() === '') return null
  const valid = readSample(sample) !== undefined
  return (
    <span className={classes.mark} data-valid={valid}>
      {valid ? <IconCheck /> : <IconCircleX />}
      {valid ? 'JSON válido' : 'JSON inválido'}
    </span>
  )
}
