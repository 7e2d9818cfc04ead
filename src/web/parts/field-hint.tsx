import { Loader } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import classes from './field-hint.module.css'

interface FieldHintProps {
  hint: Hint | undefined
  /** Stands there as long as there is no hint, so that nothing moves under a click. */
  children: string
}

/** What is known about a field's content, as the `description` of the field. */
export function FieldHint({ hint, children }: FieldHintProps) {
  return (
    <>
      <span aria-live="polite">{hint && <HintLine hint={hint} />}</span>
      {!hint && children}
    </>
  )
}

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
