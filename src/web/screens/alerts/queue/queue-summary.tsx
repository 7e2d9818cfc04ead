import { Card } from '@mantine/core'
import { formatNumber, quantity } from '#shared/format.ts'
import type { Queue } from '#shared/model/queue.ts'
import { dates } from '#web/data/local-time.ts'
import { sinceWords } from '#web/parts/moment-words.ts'
import { relativeTime } from '#web/parts/relative-time.ts'
import { Figure } from '#web/ui/figure.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Ticking } from '#web/ui/use-now.ts'
import classes from './queue-summary.module.css'
import { ReasonLine } from './reason-line.tsx'
import { headline } from './words.ts'

/** Number of waiting alerts, age of the oldest, and the main reason. */
export function QueueSummary({ head }: { head: Queue | undefined }) {
  const now = Date.now()
  const reason = head && headline(head, now, dates)
  return (
    <Card component="section" padding={0} className={classes.summary} aria-label="Lo que espera">
      <dl className={classes.figures}>
        <Figure label="En espera" note={head && quantity(head.total, 'chat', 'chats')}>
          {head && `${head.waiting.more ? '+' : ''}${formatNumber(head.waiting.count)}`}
        </Figure>
        <Figure
          label="La más antigua"
          note={head && (head.since ? sinceWords(head.since, now, dates) : 'no espera ninguna')}
        >
          {head && <Age since={head.since} />}
        </Figure>
      </dl>
      <div className={classes.reason} role="status">
        {reason && <ReasonLine kind={reason.kind} words={reason} />}
        {!head && <Skeleton height={12} width="60%" />}
      </div>
    </Card>
  )
}

const Age = ({ since }: { since: string | null }) =>
  since === null ? '–' : <Ticking>{now => relativeTime(since, now)}</Ticking>
