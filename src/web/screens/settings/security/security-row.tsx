import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'
import text from '#web/ui/text.module.css'
import classes from './security-row.module.css'

interface SecurityRowProps {
  icon: Icon
  name: string
  /** Shown when the name is pointed at, where that is not the name itself. */
  title?: string | undefined
  /** Beside the name. */
  tag?: ReactNode
  /** What is known of it: each an element, in small print. */
  facts: ReactNode
  /** Of what describes the row, for its buttons. */
  id: string
  /** It is good no more. */
  isOver?: boolean
  /** At the right end. */
  children: ReactNode
}

/** One of what opens the account, or is open: a passkey, a session, a token. */
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

/** @param props.label what is being loaded */
export const SecurityRowSkeleton = ({ label }: { label: string }) => (
  <div className={classes.row} role="status" aria-label={label}>
    <Skeleton height={16} width={16} />
    <div className={classes.what}>
      <Skeleton height={12} my={4} width={144} />
      <Skeleton height={8} my={4} width={224} />
    </div>
  </div>
)
