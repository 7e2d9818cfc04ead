import { VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import classes from './steps.module.css'

/** Where on the way one is. */
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
