import { Loader } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import classes from './hint-line.module.css'

/** What stands below a field about what was typed there. None of them keeps it from being saved. */
export interface Hint {
  tone: 'asking' | 'ok' | 'warn' | 'bad'
  text: string
  /** The number by which Telegram knows what was typed as a name. */
  id?: string
}

export function HintLine({ hint: { tone, text, id } }: { hint: Hint }) {
  return (
    <span className={classes.line} data-tone={tone}>
      {marks[tone]}
      <span className={classes.text}>
        {text}
        {id && (
          <>
            {' · '}
            <code>{id}</code>
          </>
        )}
      </span>
    </span>
  )
}

const marks = {
  asking: <Loader size={12} className={classes.loader} />,
  ok: <IconCircleCheck />,
  warn: <IconAlertTriangle />,
  bad: <IconAlertCircle />,
}
