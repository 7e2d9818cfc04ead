import { ActionIcon, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustments, IconLayoutDashboard } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { StatsScope } from '#shared/model/stats.ts'
import { localTimeZone } from '#web/data/local-time.ts'
import { useSelectedConnection } from '#web/data/selected-connection.ts'
import { PauseBanner } from '#web/parts/queue/pause-banner.tsx'
import { useOnDemand } from '#web/parts/use-on-demand.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { tip } from '#web/ui/tips.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { useLayout } from './layout/use-layout.ts'
import { WidgetGrid } from './layout/widget-grid.tsx'
import { useToday } from './use-today.ts'

const CUSTOMIZE = 'Personalizar Panel'

const loadCustomizing = async () => (await import('./layout/customize-dialog.tsx')).CustomizeDialog

/** Figures of all connections, or of the selected one, in the reader's own layout. */
export function Dashboard() {
  const phone = usePhone()
  const today = useToday()
  const scope = useScope()
  const layout = useLayout()
  const [customizing, { open, close }] = useDisclosure()
  const { Part: CustomizeDialog, ask } = useOnDemand(loadCustomizing)
  const customize = () => ask(open)
  const shown = layout.widgets.filter(
    ({ id, isVisible }) => isVisible && !(id === 'ALERTS_BY_CONNECTION' && scope.connectionId),
  )

  return (
    <Page
      title="Panel"
      titleOnPhone
      aside={phone ? undefined : <time dateTime={today.day}>{today.name}</time>}
      action={
        phone ? (
          <ActionIcon
            {...tip(CUSTOMIZE)}
            variant="default"
            size="lg"
            __vars={{ '--icon-size': '1.25rem' }}
            aria-label={CUSTOMIZE}
            onClick={customize}
          >
            <IconAdjustments />
          </ActionIcon>
        ) : (
          <Button leftSection={<IconAdjustments />} onClick={customize}>
            {CUSTOMIZE}
          </Button>
        )
      }
    >
      <PauseBanner />
      {shown.length > 0 ? (
        // Remounts for another connection: its name must not be above the figures of the previous one.
        <WidgetGrid key={scope.connectionId} widgets={shown} scope={scope} />
      ) : (
        <EmptyState
          icon={IconLayoutDashboard}
          title="Panel Vacío"
          action={<Button onClick={customize}>{CUSTOMIZE}</Button>}
        >
          {layout.widgets.some(({ isVisible }) => isVisible)
            ? 'Lo que muestras no se ve con una conexión seleccionada. Elige algo más o limpia la vista.'
            : 'Todos los widgets están ocultos. Elige cuáles quieres ver.'}
        </EmptyState>
      )}
      {CustomizeDialog && (
        <CustomizeDialog
          opened={customizing}
          onClose={close}
          widgets={layout.widgets}
          onChange={layout.replace}
          onReset={layout.reset}
        />
      )}
    </Page>
  )
}

/** Connection and time zone of the statistics shown. */
function useScope(): StatsScope {
  const { connectionId } = useSelectedConnection()
  return useMemo(
    () => (connectionId ? { tz: localTimeZone(), connectionId } : { tz: localTimeZone() }),
    [connectionId],
  )
}
