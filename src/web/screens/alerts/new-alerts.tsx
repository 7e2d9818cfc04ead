import { UnstyledButton } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { type Counted, totalWords } from '#web/parts/page-range.ts'
import classes from './new-alerts.module.css'

interface NewAlertsProps {
  /** Nothing as long as nobody knows. */
  count: Counted | undefined
  onShow: () => void
}

/** Says what has come meanwhile; it lies over what is shown, which keeps its place. */
export function NewAlerts({ count, onShow }: NewAlertsProps) {
  return (
    <div className={classes.place} role="status">
      {count && count.total > 0 && (
        <UnstyledButton className={classes.news} onClick={onShow}>
          <IconArrowUp />
          {count.total === 1 ? '1 alerta nueva' : `${totalWords(count)} alertas nuevas`}
        </UnstyledButton>
      )}
    </div>
  )
}
