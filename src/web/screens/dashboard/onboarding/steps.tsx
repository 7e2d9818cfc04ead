import { Title, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './steps.module.css'

/** Progress through the first steps. */
export function Steps({ current }: { current: 1 | 2 }) {
  return (
    <ol className={classes.steps} aria-label="Configuración inicial">
      {['Conectar Telegram', 'Recibir alertas'].map((name, index) => {
        const number = index + 1
        const isDone = number < current
        return (
          <li
            key={name}
            className={classes.step}
            data-done={isDone}
            aria-current={number === current ? 'step' : undefined}
          >
            <span className={classes.mark}>{isDone ? <IconCheck /> : number}</span>
            {name}
            {isDone && <VisuallyHidden>, hecho</VisuallyHidden>}
          </li>
        )
      })}
    </ol>
  )
}

interface StepHeadProps {
  title: string
  /** True after a change of step, so that the keyboard continues from here. */
  takesFocus: boolean
  /** Instructions in one or two lines. */
  children: ReactNode
}

export function StepHead({ title, takesFocus, children }: StepHeadProps) {
  return (
    <header>
      <Title
        order={1}
        className={classes.title}
        tabIndex={-1}
        ref={takesFocus ? takeFocus : undefined}
      >
        {title}
      </Title>
      <p className={classes.lead}>{children}</p>
    </header>
  )
}

const takeFocus = (title: HTMLHeadingElement | null) => title?.focus()
