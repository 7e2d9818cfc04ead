import { Button, Menu, Tooltip } from '@mantine/core'
import { IconChevronDown, IconHistory } from '@tabler/icons-react'
import { Ago } from '#web/parts/ago.tsx'
import text from '#web/ui/text.module.css'
import type { RecentAlert } from './recent-alert.ts'
import classes from './recent-alert-menu.module.css'

interface RecentAlertMenuProps {
  /** Newest first; undefined until they have arrived. */
  alerts: (RecentAlert & { alertId: string })[] | undefined
  onPick: (alert: RecentAlert) => void
}

/** What a real alert brought, as the sample. */
export function RecentAlertMenu({ alerts, onPick }: RecentAlertMenuProps) {
  const lacking = !alerts?.length
  return (
    <Menu position="bottom-end" disabled={lacking}>
      <Menu.Target>
        <Tooltip
          label={alerts ? 'Aún no ha llegado ninguna alerta' : 'Buscando alertas…'}
          disabled={!lacking}
        >
          <Button
            className={classes.target}
            variant="subtle"
            size="xs"
            leftSection={<IconHistory />}
            rightSection={<IconChevronDown />}
            data-disabled={lacking}
            aria-disabled={lacking}
          >
            Usar una alerta reciente
          </Button>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown className={classes.alerts}>
        {alerts?.map(alert => (
          <Menu.Item key={alert.alertId} onClick={() => onPick(alert)}>
            <span className={`${classes.name} ${text.line}`}>{alert.alertName}</span>
            <span className={`${classes.origin} ${text.line} ${text.quiet}`}>
              {alert.connectionName} · <Ago instant={alert.timestamp} />
            </span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
