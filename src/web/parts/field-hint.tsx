import { Loader } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import classes from './field-hint.module.css'

interface FieldHintProps {
  hint: Hint | undefined
  /** Shown while there is no hint, so that the layout does not move under a click. */
  children: string
}

/** Hint about a field's content, as the `description` of the field. */
export function FieldHint({ hint, children }: FieldHintProps) {
  return (
    <>
      <span aria-live="polite">{hint && <HintLine hint={hint} />}</span>
      {!hint && children}
    </>
  )
}

/** Hint below a field about its typed value. It never prevents saving. */
export interface Hint {
  tone: 'asking' | 'ok' | 'warn' | 'bad'
  text: string
  /** Telegram's number for a chat typed by name. */
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
