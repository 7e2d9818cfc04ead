import { ActionIcon, Box } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { Notification } from '#shared/model/notification.ts'
import { dates } from '#web/data/local-time.ts'
import { MendCause } from '#web/parts/failures/mend-cause.tsx'
import { shortRelativeTime } from '#web/parts/relative-time.ts'
import { TextLink } from '#web/ui/links.tsx'
import { severityLooks } from '#web/ui/severity.tsx'
import { tip } from '#web/ui/tips.tsx'
import { addresses, patternOf } from '../../addresses.ts'
import classes from './notification-row.module.css'

interface NotificationRowProps {
  notification: Notification
  now: number
  onRead: () => void
  /** Called when the user follows the link. */
  onLeave: () => void
}

export function NotificationRow({ notification, now, onRead, onLeave }: NotificationRowProps) {
  const { title, message, timestamp, read, type } = notification
  const { icon, color } = severityLooks[type]
  const link = notificationLink(notification.link)
  return (
    <li className={classes.row} data-read={read}>
      <Box component="span" c={color} className={classes.icon}>
        {icon}
      </Box>
      <h3 className={classes.title}>{title}</h3>
      <time
        className={classes.time}
        dateTime={timestamp}
        title={`${dates.date(timestamp)}, ${dates.time(timestamp)}`}
      >
        {shortRelativeTime(timestamp, now)}
      </time>
      <p className={classes.message}>
        {message}
        {link && (
          <>
            {' '}
            {/* `href`, the whole address, wins over `to`, which the types require. */}
            <TextLink
              to="."
              href={link.href}
              inherit
              fw={500}
              className={classes.link}
              onClick={onLeave}
            >
              {link.label}
            </TextLink>
          </>
        )}
      </p>
      <MendCause report={notification} className={classes.mend} />
      {!read && (
        <ActionIcon
          {...tip('Marcar como leída')}
          className={classes.check}
          data-mark-read
          aria-label={`Marcar como leída: ${title}`}
          onClick={onRead}
        >
          <IconCheck />
        </ActionIcon>
      )}
    </li>
  )
}

/** Address and label of a notification's link; null if it leads to none of our screens. */
export function notificationLink(link: string | null): { href: string; label: string } | null {
  const [path = ''] = link?.split(/[?#]/) ?? []
  if (link === null || !screens.some(screen => screen.test(path))) return null
  return { href: link, label: panel.test(path) ? 'Ver panel' : 'Ver más' }
}

const screens = Object.values(addresses).map(patternOf)
const panel = patternOf(addresses.connectionPanel)
