import {
  type Icon,
  IconClock,
  IconHourglass,
  IconPlayerPause,
  IconPlugConnectedX,
  IconRefresh,
  IconSend,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { QueueReason } from '#shared/model/queue.ts'
import { countdownWords } from '#web/parts/moment-words.ts'
import { Ticking } from '#web/ui/use-now.ts'
import classes from './reason-line.module.css'
import type { ReasonWords } from './words.ts'

interface ReasonLineProps {
  kind: QueueReason['kind']
  words: ReasonWords
  /** Further text after the reason's own words. */
  children?: ReactNode
}

/** Reason for waiting; a colour marks pauses, retries, outages and missing workers. */
export function ReasonLine({ kind, words: { what, until, more }, children }: ReasonLineProps) {
  const { icon: Icon, tone } = lookOf(kind)
  return (
    <div className={classes.reason} data-tone={tone}>
      <Icon />
      <div className={classes.words}>
        <div className={classes.what}>
          {what}
          {until && (
            <span className={classes.countdown}>
              {' · '}
              <Ticking>{now => countdownWords(until, now)}</Ticking>
            </span>
          )}
        </div>
        {(more || children) && (
          <div className={classes.more}>
            {more} {children}
          </div>
        )}
      </div>
    </div>
  )
}

interface Look {
  icon: Icon
  tone?: 'warn' | 'bad'
}

const looks: Record<QueueReason['kind'], Look> = {
  paused: { icon: IconPlayerPause, tone: 'warn' },
  'no-process': { icon: IconPlugConnectedX, tone: 'bad' },
  unassigned: { icon: IconRefresh },
  outage: { icon: IconPlugConnectedX, tone: 'bad' },
  'flood-wait': { icon: IconHourglass },
  retry: { icon: IconRefresh, tone: 'warn' },
  sending: { icon: IconSend },
  turn: { icon: IconClock },
}
const unknown: Look = { icon: IconClock }

/** A newer server may send unknown reasons. */
const lookOf = (kind: string): Look => new Map(Object.entries(looks)).get(kind) ?? unknown
