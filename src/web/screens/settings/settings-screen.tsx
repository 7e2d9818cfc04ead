import { IconSettings } from '@tabler/icons-react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'

export function SettingsScreen() {
  return (
    <Page title="Configuración" width="single">
      <EmptyState icon={IconSettings} title="Esta pantalla está en camino">
        Aquí estarán tu cuenta, tus preferencias y la copia de tus datos.
      </EmptyState>
    </Page>
  )
}
