import { IconAlertTriangle, IconHistory } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { dates } from '#web/data/local-time.ts'
import { TextLink } from '#web/ui/links.tsx'
import { focusMarks } from '#web/ui/row-focus.ts'
import classes from './failure-row.module.css'
import { failingNames, failureReason, undeliveredWords } from './failure-words.ts'
import { MendButton, type MendButtonProps } from './mend-button.tsx'

interface FailureRowProps extends MendButtonProps {
  /** Text about the alerts waiting behind the failure. */
  waiting?: string | null | undefined
  /** True for a row of a list with keyboard navigation. */
  isRow?: boolean
}

/** Number of alerts that one cause keeps from their chats, since when, why, and the remedy. */
export function FailureRow({ group, waiting, isRow = false, ...mending }: FailureRowProps) {
  const [first] = group.connections
  const search = {
    status: 'failed' as const,
    ...(group.connectionCount === 1 && { connectionId: first?.id }),
  }
  const undelivered = undeliveredWords(group, Date.now(), dates)
  return (
    <FailureLines
      isOver={!group.lasts}
      title={
        <>
          {mending.connectionId === undefined && `${failingNames(group)}: `}
          <TextLink
            {...(isRow && focusMarks.row)}
            to="/alerts"
            search={search}
            inherit
            className={classes.link}
          >
            {undelivered}
          </TextLink>
        </>
      }
      button={<MendButton group={group} {...mending} />}
    >
      {failureReason(group)} {waiting && `${waiting}.`}
    </FailureLines>
  )
}

interface FailureLinesProps {
  isOver?: boolean
  title: ReactNode
  children?: ReactNode
  button?: ReactNode
}

/** The icon alone is red, and only while the cause lasts. */
export function FailureLines({ isOver = false, title, children, button }: FailureLinesProps) {
  const Icon = isOver ? IconHistory : IconAlertTriangle
  return (
    <div className={classes.row} data-over={isOver}>
      <Icon className={classes.icon} />
      <div className={classes.text}>
        <div className={classes.title}>{title}</div>
        {children && <div className={classes.reason}>{children}</div>}
      </div>
      {button && <div className={classes.button}>{button}</div>}
    </div>
  )
}
