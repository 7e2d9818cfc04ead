import { ActionIcon, Box, Tooltip } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { dateFormats } from '#shared/format.ts'
import type { Notification } from '#shared/model/notification.ts'
import { messageLooks } from '#web/ui/message-looks.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { notificationLink } from './notification-link.ts'
import classes from './notification-row.module.css'
import { timeAgo } from './time-ago.ts'

interface NotificationRowProps {
  notification: Notification
  now: number
  onRead: () => void
  /** The user goes where the link leads. */
  onLeave: () => void
}

const formats = dateFormats()

export function NotificationRow({ notification, now, onRead, onLeave }: NotificationRowProps) {
  const { title, message, timestamp, read, type } = notification
  const { icon, color } = messageLooks[type]
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
        title={`${formats.date(timestamp)}, ${formats.time(timestamp)}`}
      >
        {timeAgo(timestamp, now)}
      </time>
      <p className={classes.message}>
        {message}
        {link && (
          <>
            {' '}
            {/* The whole address wins over `to`, which the types ask for. */}
            <TextLink to="." href={link.href} inherit fw={500} onClick={onLeave}>
              {link.label}
            </TextLink>
          </>
        )}
      </p>
      {!read && (
        <Tooltip label="Marcar como leída">
          <ActionIcon
            className={classes.check}
            data-mark-read
            aria-label={`Marcar como leída: ${title}`}
            onClick={onRead}
          >
            <IconCheck />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  )
}
