import { Button } from '@mantine/core'
import { IconHistory, IconSearch } from '@tabler/icons-react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/links.tsx'

/** Empty state of a history without alerts. */
export function NoAlerts() {
  return (
    <EmptyState
      icon={IconHistory}
      title="Aún no hay alertas"
      action={<LinkButton to="/connections">Ir a Conexiones</LinkButton>}
    >
      Pega en TradingView la URL del webhook de una conexión y aquí quedará cada alerta que llegue.
    </EmptyState>
  )
}

/** Empty state of filters without matches. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={IconSearch}
      title="Ninguna alerta coincide"
      action={<Button onClick={onClear}>Limpiar</Button>}
    >
      Cambia la búsqueda o los filtros para ver otras.
    </EmptyState>
  )
}
