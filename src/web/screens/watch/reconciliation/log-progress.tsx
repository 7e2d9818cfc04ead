import { Button, Card, Progress } from '@mantine/core'
import classes from './log-progress.module.css'

interface LogProgressProps {
  fileName: string
  /** «Leyendo el registro…» */
  doing: string
  /** Of a hundred; undefined where nobody knows. */
  done: number | undefined
  onCancel: () => void
}

/** How far the reading and the comparing are. */
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
