import { Loader } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { Hint } from './field-hints.ts'
import classes from './hint-line.module.css'

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
