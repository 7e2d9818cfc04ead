import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { truncate } from '#shared/format.ts'
import { ALERT_NAME_LENGTH } from '#shared/limits.ts'
import type { Alert } from '#shared/model/alert.ts'
import { dates } from '#web/data/local-time.ts'
import rows from '#web/ui/rows.module.css'
import text from '#web/ui/text.module.css'
import { useFadeIn, useSettled } from '#web/ui/use-fade-in.ts'
import classes from './alert-feed.module.css'
import { DeliveryStatusMark } from './delivery-status.tsx'
import { nextAttempt, reasonParts } from './delivery-words.ts'

interface AlertFeedProps {
  alerts: readonly Alert[]
  /** What stands below the names: whose alert it was, or what it said. */
  about: 'connection' | 'payload'
}

/** The newest alerts as rows edge to edge, each of which leads to its detail. */
export function AlertFeed({ alerts, about }: AlertFeedProps) {
  const settled = useSettled()
  return (
    <ul className={rows.rows}>
      {alerts.map(alert => (
        <li key={alert.id}>
          <FeedRow alert={alert} about={about} arriving={settled} />
        </li>
      ))}
    </ul>
  )
}

type FeedRowProps = Pick<AlertFeedProps, 'about'> & { alert: Alert; arriving: boolean }

function FeedRow({ alert, about, arriving }: FeedRowProps) {
  const { id, name, timestamp, telegramDeliveryStatus, fits } = alert
  const row = useFadeIn(arriving, classes.row)
  const trouble = troubleOf(alert)
  return (
    <Link to="/alerts" hash={id} {...row}>
      <DeliveryStatusMark status={telegramDeliveryStatus} fits={fits} look="icon" />
      <span className={classes.lines}>
        <span className={classes.name} title={name}>
          {truncate(name, ALERT_NAME_LENGTH)}
        </span>
        <span className={`${classes.about} ${text.quiet}`}>
          {about === 'connection' ? alert.connectionName : alert.summary}
          {trouble && (
            <>
              {' · '}
              <span className={classes.trouble} data-status={telegramDeliveryStatus}>
                {trouble}
              </span>
            </>
          )}
        </span>
      </span>
      <time
        className={`${classes.time} ${text.quiet}`}
        dateTime={timestamp}
        title={`${dates.date(timestamp)}, ${dates.time(timestamp)}`}
      >
        {isToday(timestamp) ? dates.time(timestamp) : dates.date(timestamp)}
      </time>
      <IconChevronRight className={classes.chevron} />
    </Link>
  )
}

/** What happened, without what to do about it. */
function troubleOf(alert: Alert): string | null {
  const attempt = nextAttempt(alert)
  if (attempt) return `Reintento ${attempt}`
  if (alert.telegramDeliveryStatus === 'success') return alert.fits ? null : 'Sin plantilla'
  if (alert.reason === null) return null
  return reasonParts(alert.reason).what.replace(/\.$/, '')
}

const isToday = (instant: string): boolean => dates.date(instant) === dates.date(Date.now())
