import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './step-head.module.css'

interface StepHeadProps {
  title: string
  /** Whoever went from step to step goes on from here. */
  takesFocus: boolean
  /** What there is to do, in a line or two. */
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
