import { Card, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './section-card.module.css'

interface SectionCardProps {
  title: string
  children: ReactNode
}

/** A card with a head of 44. */
export function SectionCard({ title, children }: SectionCardProps) {
  return (
    <Card component="section" padding={0}>
      <header className={classes.head}>
        <Title order={2} size="h3">
          {title}
        </Title>
      </header>
      <div className={classes.body}>{children}</div>
    </Card>
  )
}
