import { ActionIcon, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api } from '#web/data/client.ts'
import { useOnDemand } from '#web/parts/use-on-demand.ts'
import { tip } from '#web/ui/tips.tsx'
import classes from './notifications-bell.module.css'

const TITLE = 'Notificaciones'

const loadPanel = async () => (await import('./notifications-panel.tsx')).NotificationsPanel

export function NotificationsBell() {
  const [opened, panel] = useDisclosure()
  const { Part: NotificationsPanel, ask } = useOnDemand(loadPanel)
  const { data: all } = useQuery(api.notifications.list.queryOptions())
  const unread = all?.filter(({ read }) => !read).length ?? 0
  return (
    <Popover
      opened={opened}
      onDismiss={panel.close}
      position="bottom-end"
      width={392}
      offset={14}
      // The bar does not scroll with the page.
      floatingStrategy="fixed"
      middlewares={{ flip: false, shift: { padding: 16 } }}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          {...tip(opened ? null : TITLE)}
          className={classes.bell}
          data-unread={unread > 0}
          aria-label={unread > 0 ? `${TITLE}, ${unread} sin leer` : TITLE}
          onClick={opened ? panel.close : () => ask(panel.open)}
        >
          <IconBell />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown}>
        {NotificationsPanel && <NotificationsPanel onLeave={panel.close} />}
      </Popover.Dropdown>
    </Popover>
  )
}
