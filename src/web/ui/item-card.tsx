import { Button, type ButtonProps, Card, Title } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './item-card.module.css'
import { focusMarks } from './row-focus.ts'
import text from './text.module.css'

interface ItemCardProps {
  /** Of what names it; without one it only has the shape of a card. */
  titleId?: string
  /** What can be done with it: the last one stands apart. */
  foot: ReactNode
  children: ReactNode
}

/** One thing of a grid. The feet of a row's cards stand at one line. */
export function ItemCard({ titleId, foot, children }: ItemCardProps) {
  return (
    <Card
      component={titleId === undefined ? 'div' : 'article'}
      padding={0}
      className={classes.card}
      aria-labelledby={titleId}
    >
      <div className={classes.body}>{children}</div>
      <footer className={classes.foot}>{foot}</footer>
    </Card>
  )
}

interface ItemHeadProps {
  titleId: string
  name: string
  id: string
  /** What is seen of the id. */
  shownId?: string
}

/** Its name and its id, each in one line. */
export const ItemHead = ({ titleId, name, id, shownId = id }: ItemHeadProps) => (
  <>
    <Title order={2} id={titleId} className={text.line} title={name}>
      {name}
    </Title>
    <code className={`${text.line} ${text.quiet}`} title={id === shownId ? undefined : id}>
      {shownId}
    </code>
  </>
)

/** What it is for, in a row of its own above the rest. */
export const MainActions = ({ children }: { children: ReactNode }) => (
  <div className={classes.main}>{children}</div>
)

interface ItemActionProps extends Pick<ButtonProps, 'loading' | 'disabled'> {
  /** The one that keys lead to from card to card. */
  main?: boolean
  /** Of the name of the thing it is done with. */
  titleId: string
  icon: Icon
  label: string
  onClick: () => void
}

export const ItemAction = ({ titleId, icon: Icon, label, main, ...button }: ItemActionProps) => (
  <Button
    variant="subtle"
    size="xs"
    leftSection={<Icon />}
    aria-describedby={titleId}
    {...(main && focusMarks.row)}
    {...button}
  >
    {label}
  </Button>
)
