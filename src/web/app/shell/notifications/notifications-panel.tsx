import { Box, Button, Title } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Notification } from '#shared/model/notification.ts'
import { notificationTexts } from '#shared/texts/notifications.ts'
import { api, client } from '#web/data/client.ts'
import { LoadError } from '#web/parts/load-error.tsx'
import { useOptimisticChange } from '#web/parts/use-optimistic-change.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import rows from '#web/ui/rows.module.css'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { NotificationRow } from './notification-row.tsx'
import classes from './notifications-panel.module.css'

/** Content of the bell's popover. */
export function NotificationsPanel({ onLeave }: { onLeave: () => void }) {
  const { data: all, error, refetch } = useQuery(api.notifications.list.queryOptions())
  const { markRead, markAllRead, clearRead } = useNotificationChanges()
  const panel = useRef<HTMLDivElement>(null)
  const unread = all?.filter(({ read }) => !read).length ?? 0

  /** Called before the pressed control disappears together with the focus. */
  const moveFocus = () => elementAfterFocus(panel.current)?.focus()

  return (
    <div ref={panel} className={classes.panel}>
      <div className={classes.head}>
        <Title order={2} size="h3" tabIndex={-1} data-autofocus>
          Notificaciones
        </Title>
        {unread > 0 && (
          <Button
            variant="subtle"
            size="xs"
            c="var(--accent-text)"
            onClick={() => {
              moveFocus()
              markAllRead()
            }}
          >
            {notificationTexts.markAllRead}
          </Button>
        )}
      </div>
      <Box component="section" className={classes.body} tabIndex={0} aria-label="Notificaciones">
        {all ? (
          <Notifications
            all={all}
            onRead={id => {
              moveFocus()
              markRead(id)
            }}
            onLeave={onLeave}
          />
        ) : error ? (
          <LoadError
            bare
            title="No se pudieron cargar las notificaciones"
            error={error}
            onRetry={refetch}
          />
        ) : (
          <Loading />
        )}
      </Box>
      {all && all.length > 0 && (
        <div className={classes.foot}>
          <span role="status">{`${unread} sin leer de ${all.length}`}</span>
          {unread < all.length && (
            <Button
              variant="subtle"
              size="xs"
              onClick={() => {
                moveFocus()
                clearRead()
              }}
            >
              {notificationTexts.clearRead}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

interface NotificationsProps {
  all: Notification[]
  onRead: (id: string) => void
  onLeave: () => void
}

function Notifications({ all, onRead, onLeave }: NotificationsProps) {
  const now = useNow()
  if (all.length === 0) return <EmptyState bare icon={IconBell} title={notificationTexts.empty} />
  return (
    <ul className={rows.rows}>
      {all.map(notification => (
        <NotificationRow
          key={notification.id}
          notification={notification}
          now={now}
          onRead={() => onRead(notification.id)}
          onLeave={onLeave}
        />
      ))}
    </ul>
  )
}

const Loading = () => (
  <div className={rows.rows}>
    {['first', 'second', 'third'].map(row => (
      <div key={row} className={classes.loading}>
        <Skeleton circle height={16} />
        <Skeleton height={12} width="60%" />
        <Skeleton height={12} width={56} />
        <Skeleton height={12} width="90%" className={classes.loadingMessage} />
      </div>
    ))}
  </div>
)

/** The next unread notification's button, else the previous one's; the title if no such button has the focus. */
function elementAfterFocus(panel: HTMLElement | null): HTMLElement | null | undefined {
  const marks = [...(panel?.querySelectorAll<HTMLElement>('[data-mark-read]') ?? [])]
  const at = marks.findIndex(mark => mark.matches(':focus'))
  const next = at < 0 ? undefined : (marks[at + 1] ?? marks[at - 1])
  return next ?? panel?.querySelector<HTMLElement>('[data-autofocus]')
}

const { queryKey } = api.notifications.list.queryOptions()

/** Changes of notifications, shown at once. */
function useNotificationChanges() {
  const { mutate: markRead } = useOptimisticChange<Notification[], string>({
    queryKey,
    store: id => client.notifications.markRead({ id }),
    change: (all, id) => all.map(one => (one.id === id ? { ...one, read: true } : one)),
  })
  const { mutate: markAllRead } = useOptimisticChange<Notification[]>({
    queryKey,
    store: () => client.notifications.markAllRead(),
    change: all => all.map(one => ({ ...one, read: true })),
  })
  const { mutate: clearRead } = useOptimisticChange<Notification[]>({
    queryKey,
    store: () => client.notifications.clearRead(),
    change: all => all.filter(({ read }) => !read),
    done: notificationTexts.readCleared,
  })
  return { markRead, markAllRead, clearRead }
}
