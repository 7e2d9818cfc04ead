import type { DeliveryStatus } from '#shared/delivery.ts'
import type { AlertDetail } from '#shared/model/alert.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { Callout } from './callout.tsx'

/** That the template had no place for anything of the alert, and what to do about it. */
export function Misfit({ alert }: { alert: AlertDetail }) {
  return (
    <Callout
      what="Nada de esta alerta encaja con su plantilla."
      remedy={outcomes[alert.telegramDeliveryStatus]}
      actions={
        <>
          <LinkButton to="/templates" search={{ alerta: alert.id }} size="xs">
            Crear plantilla con esta alerta
          </LinkButton>
          <LinkButton to="/connections" search={{ editar: alert.connectionId }} size="xs">
            Elegir otra plantilla
          </LinkButton>
        </>
      }
    />
  )
}

const outcomes: Record<DeliveryStatus, string> = {
  success: 'Se envió tal cual, para que nada se pierda.',
  pending: 'Se enviará tal cual, para que nada se pierda.',
  failed: 'Al reenviarla se escribe de nuevo, con la plantilla que tenga entonces su conexión.',
}
