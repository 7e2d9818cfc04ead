import { IconBook } from '@tabler/icons-react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'

export function DocsScreen() {
  return (
    <Page title="Documentación" width="single">
      <EmptyState icon={IconBook} title="Esta pantalla está en camino">
        Aquí se explicará, paso a paso, cómo llevar tus alertas a Telegram.
      </EmptyState>
    </Page>
  )
}
