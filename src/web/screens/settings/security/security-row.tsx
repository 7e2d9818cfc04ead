import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'
import text from '#web/ui/text.module.css'
import classes from './security-row.module.css'

interface SecurityRowProps {
  icon: Icon
  name: string
  /** Tooltip of the name; the name itself by default. */
  title?: string | undefined
  /** Beside the name. */
  tag?: ReactNode
  /** Small print, one element for each fact. */
  facts: ReactNode
  /** Id of the row's description, for its buttons. */
  id: string
  /** True if no longer valid. */
  isOver?: boolean
  /** At the right end. */
  children: ReactNode
}

/** Row of a passkey, a session or a token. */
export function SecurityRow({
  icon: Icon,
  name,
  title = name,
  tag,
  facts,
  id,
  isOver = false,
  children,
}: SecurityRowProps) {
  return (
    <li className={classes.row} data-over={isOver}>
      <Icon />
      <div className={classes.what} id={id}>
        <div className={classes.head}>
          <span className={`${classes.name} ${text.line}`} title={title}>
            {name}
          </span>
          {tag}
        </div>
        <div className={`${classes.facts} ${text.quiet}`}>{facts}</div>
      </div>
      <div className={classes.actions}>{children}</div>
    </li>
  )
}

/** @param props.label label for screen readers */
export const SecurityRowSkeleton = ({ label }: { label: string }) => (
  <div className={classes.row} role="status" aria-label={label}>
    <Skeleton height={16} width={16} />
    <div className={classes.what}>
      <Skeleton height={12} my={4} width={144} />
      <Skeleton height={8} my={4} width={224} />
    </div>
  </div>
)
