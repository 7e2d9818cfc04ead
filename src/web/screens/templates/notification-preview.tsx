import { IconBrandTelegram } from '@tabler/icons-react'
import classes from './notification-preview.module.css'

interface NotificationPreviewProps {
  chatTitle: string
  line: string
}

/** Notification of the message as a locked phone shows it. */
export function NotificationPreview({ chatTitle, line }: NotificationPreviewProps) {
  return (
    <figure className={classes.phone}>
      <figcaption className={classes.caption}>Lo primero que enseña el móvil</figcaption>
      <div className={classes.notification}>
        <span className={classes.icon}>
          <IconBrandTelegram />
        </span>
        <p className={classes.head}>
          <span className={classes.title}>{chatTitle}</span>
          <span className={classes.time}>ahora</span>
        </p>
        <p className={classes.line}>{line}</p>
      </div>
    </figure>
  )
}
