import { Card, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './section-card.module.css'

interface SectionCardProps {
  title: string
  /** One link or control at the right end of the head. */
  aside?: ReactNode
  /** Content that brings its own rows, edge to edge. */
  flush?: boolean
  children: ReactNode
}

/** A card with a head of 44 px. */
export function SectionCard({ title, aside, flush, children }: SectionCardProps) {
  return (
    <Card component="section" padding={0}>
      <header className={classes.head}>
        <Title order={2} size="h3">
          {title}
        </Title>
        {aside}
      </header>
      {flush ? children : <div className={classes.body}>{children}</div>}
    </Card>
  )
}
