import { IconAlertTriangle } from '@tabler/icons-react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'

export function ErrorLogScreen() {
  return (
    <Page title="Registro de Errores del Sistema" width="rows">
      <EmptyState icon={IconAlertTriangle} title="Esta pantalla está en camino">
        Aquí quedará lo que falle al recibir o entregar tus alertas.
      </EmptyState>
    </Page>
  )
}
