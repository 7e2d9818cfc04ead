import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { truncate } from '#shared/format.ts'
import { ALERT_NAME_LENGTH } from '#shared/limits.ts'
import type { Alert } from '#shared/model/alert.ts'
import { dates } from '#web/data/local-time.ts'
import { focusMarks, useRowFocus } from '#web/ui/row-focus.ts'
import rows from '#web/ui/rows.module.css'
import text from '#web/ui/text.module.css'
import { useFadeIn, useSettled } from '#web/ui/use-fade-in.ts'
import classes from './alert-feed.module.css'
import { DeliveryStatusMark } from './delivery-status.tsx'
import { gapsNote, nextAttempt, reasonParts } from './delivery-words.ts'
import { FeedGlimpse, glimpsed } from './feed-glimpse.tsx'

interface AlertFeedProps {
  alerts: readonly Alert[]
  /** Text below the name: the alert's connection, or its payload. */
  about: 'connection' | 'payload'
}

/** The newest alerts as edge-to-edge rows that link to their detail. */
export function AlertFeed({ alerts, about }: AlertFeedProps) {
  const settled = useSettled()
  const rowFocus = useRowFocus()
  return (
    <FeedGlimpse>
      <ul className={rows.rows} {...rowFocus}>
        {alerts.map((alert, index) => (
          <li key={alert.id}>
            <FeedRow
              alert={alert}
              about={about}
              trouble={newTrouble(alert, alerts[index - 1])}
              arriving={settled}
            />
          </li>
        ))}
      </ul>
    </FeedGlimpse>
  )
}

type FeedRowProps = Pick<AlertFeedProps, 'about'> & {
  alert: Alert
  trouble: string | null
  arriving: boolean
}

function FeedRow({ alert, about, trouble, arriving }: FeedRowProps) {
  const { id, name, timestamp, telegramDeliveryStatus, fits, gaps } = alert
  const row = useFadeIn(arriving, classes.row)
  const lack = gapsNote(alert)
  return (
    <Link to="/alerts" hash={id} {...focusMarks.row} {...glimpsed(id)} {...row}>
      <DeliveryStatusMark status={telegramDeliveryStatus} fits={fits} gaps={gaps} look="icon" />
      <span className={classes.lines}>
        <span className={classes.name} title={name}>
          {truncate(name, ALERT_NAME_LENGTH)}
        </span>
        <span className={`${classes.about} ${text.quiet}`}>
          <span className={classes.of}>
            {about === 'connection' ? alert.connectionName : alert.summary}
          </span>
          {lack && ` · ${lack}`}
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

/** Trouble of an alert; null without trouble, or if the row above shows the same failure. */
function newTrouble(alert: Alert, above: Alert | undefined): string | null {
  const isSaid =
    above?.telegramDeliveryStatus === 'failed' &&
    alert.telegramDeliveryStatus === 'failed' &&
    above.reason === alert.reason &&
    above.connectionId === alert.connectionId
  return isSaid ? null : troubleOf(alert)
}

/** Cause or state in short, without the remedy. */
function troubleOf(alert: Alert): string | null {
  const attempt = nextAttempt(alert)
  if (attempt) return `Reintento ${attempt}`
  if (alert.telegramDeliveryStatus === 'success') return alert.fits ? null : 'Sin plantilla'
  if (alert.reason === null) return null
  return reasonParts(alert.reason).what.replace(/\.$/, '')
}

const isToday = (instant: string): boolean => dates.date(instant) === dates.date(Date.now())
