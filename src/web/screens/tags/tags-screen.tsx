import { IconTags } from '@tabler/icons-react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'

export function TagsScreen() {
  return (
    <Page title="Gestión de Etiquetas" width="rows">
      <EmptyState icon={IconTags} title="Esta pantalla está en camino">
        Aquí estarán las etiquetas de tus conexiones, para renombrarlas o eliminarlas.
      </EmptyState>
    </Page>
  )
}
