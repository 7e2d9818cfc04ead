import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './page.module.css'
import text from './text.module.css'

interface PageProps {
  title: string
  /** Beside the title, in a quieter voice: a date, a name, a status. */
  aside?: ReactNode
  /** The page's one primary action, and minor ones beside it. */
  action?: ReactNode
  /** Views of the page; on phones in a row of their own. */
  views?: ReactNode
  filters?: ReactNode
  /** `text` is one column of at most 720 px, for reading. */
  width?: 'full' | 'text'
  /** On phones the shell's bar names the screen; true shows the title too, for titles that say more than the bar. */
  titleOnPhone?: boolean
  children: ReactNode
}

/** Layout of every page: title, views and action, one row of filters, content. */
export function Page({
  title,
  aside,
  action,
  views,
  filters,
  width = 'full',
  titleOnPhone = false,
  children,
}: PageProps) {
  return (
    <div className={classes.page} data-width={width}>
      <header className={classes.head} data-bare={!titleOnPhone && !views && !action}>
        <div className={classes.titles} data-on-phone={titleOnPhone}>
          <Title order={1} tabIndex={-1} className={`${classes.title} ${text.line}`}>
            {title}
          </Title>
          {aside && <div className={classes.aside}>{aside}</div>}
        </div>
        {views && <div className={classes.views}>{views}</div>}
        {action && (
          <Group gap="xs" className={classes.action}>
            {action}
          </Group>
        )}
      </header>
      {filters && (
        <search className={classes.filters} aria-label="Filtros">
          {filters}
        </search>
      )}
      {children}
    </div>
  )
}
