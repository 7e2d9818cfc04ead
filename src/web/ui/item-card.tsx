import { Button, type ButtonProps, Card, Title } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './item-card.module.css'
import { focusMarks } from './row-focus.ts'
import text from './text.module.css'

interface ItemCardProps {
  /** Id of the element that names the item; undefined for a placeholder, which only looks like a card. */
  titleId?: string
  /** Actions; the last one is set apart. */
  foot: ReactNode
  children: ReactNode
}

/** Card of an item in a grid. The feet of a row's cards are aligned. */
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
  /** Text to show instead of the id. */
  shownId?: string
}

/** Name and id of an item, each on one line. */
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

/** Main actions, in a row of their own above the others. */
export const MainActions = ({ children }: { children: ReactNode }) => (
  <div className={classes.main}>{children}</div>
)

interface ItemActionProps extends Pick<ButtonProps, 'loading' | 'disabled'> {
  /** True for the keyboard stop of the card. */
  main?: boolean
  /** Id of the element that names the item. */
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
