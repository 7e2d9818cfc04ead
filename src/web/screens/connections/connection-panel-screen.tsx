import { IconArrowLeft, IconLayoutDashboard } from '@tabler/icons-react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Page } from '#web/ui/page.tsx'

export function ConnectionPanelScreen() {
  return (
    <Page
      title="Panel Específico"
      titleOnPhone
      action={
        <LinkButton to="/connections" leftSection={<IconArrowLeft />}>
          Volver a Conexiones
        </LinkButton>
      }
    >
      <EmptyState icon={IconLayoutDashboard} title="Esta pantalla está en camino">
        Aquí estarán los datos, las cifras y la actividad de la conexión.
      </EmptyState>
    </Page>
  )
}
