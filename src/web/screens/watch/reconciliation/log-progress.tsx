import { Button, Card, Progress } from '@mantine/core'
import classes from './log-progress.module.css'

interface LogProgressProps {
  fileName: string
  /** «Leyendo el registro…» */
  doing: string
  /** In percent; undefined if unknown. */
  done: number | undefined
  onCancel: () => void
}

/** Progress of reading and comparing. */
export const LogProgress = ({ fileName, doing, done, onCancel }: LogProgressProps) => (
  <Card className={classes.card}>
    <p className={classes.file}>{fileName}</p>
    <p className={classes.doing} role="status">
      {doing}
    </p>
    <Progress
      className={classes.bar}
      aria-label={doing}
      value={done ?? 100}
      animated={done === undefined}
    />
    <Button onClick={onCancel}>Cancelar</Button>
  </Card>
)
