import { IconLayoutDashboard } from '@tabler/icons-react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'

export function DashboardScreen() {
  return (
    <Page title="Panel" titleOnPhone>
      <EmptyState icon={IconLayoutDashboard} title="Panel Vacío">
        Aquí estarán las cifras de tus alertas y la actividad reciente.
      </EmptyState>
    </Page>
  )
}
