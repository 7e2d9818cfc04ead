import { IconCodePlus } from '@tabler/icons-react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'

export function TvAlertGeneratorScreen() {
  return (
    <Page title="Generador de Alertas para TradingView">
      <EmptyState icon={IconCodePlus} title="Esta pantalla está en camino">
        Aquí guardarás las configuraciones que generan el JSON de cada alerta.
      </EmptyState>
    </Page>
  )
}
