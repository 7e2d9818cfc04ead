import { ActionIcon, Popover, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api } from '#web/data/client.ts'
import classes from './notifications-bell.module.css'
import { NotificationsPanel } from './notifications-panel.tsx'

const TITLE = 'Notificaciones'

export function NotificationsBell() {
  const [opened, panel] = useDisclosure()
  const { data: all } = useQuery(api.notifications.list.queryOptions())
  const unread = all?.filter(({ read }) => !read).length ?? 0
  return (
    <Popover
      opened={opened}
      onDismiss={panel.close}
      position="bottom-end"
      width={392}
      offset={14}
      // The bar does not move when the page is scrolled.
      floatingStrategy="fixed"
      middlewares={{ flip: false, shift: { padding: 16 } }}
      trapFocus
      returnFocus
    >
      <Tooltip label={TITLE} disabled={opened}>
        <Popover.Target>
          <ActionIcon
            className={classes.bell}
            data-unread={unread > 0}
            aria-label={unread > 0 ? `${TITLE}, ${unread} sin leer` : TITLE}
            onClick={panel.toggle}
          >
            <IconBell />
          </ActionIcon>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown className={classes.dropdown}>
        <NotificationsPanel onLeave={panel.close} />
      </Popover.Dropdown>
    </Popover>
  )
}
