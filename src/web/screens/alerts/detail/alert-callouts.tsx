import type { ReactNode } from 'react'
import type { DeliveryStatus } from '#shared/delivery-status.ts'
import type { AlertDetail } from '#shared/model/alert.ts'
import { reasonParts } from '#web/parts/delivery-words.ts'
import { Callout } from '#web/ui/callout.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { doubtWords } from '../words.ts'

interface AlertCalloutsProps {
  alert: AlertDetail
  /** Button beside the reason of a failed alert, such as resending it. */
  mending: ReactNode
}

/** True if the alert has any callout. */
export const hasCallouts = (alert: AlertDetail): boolean =>
  saidOf(alert) !== null || !alert.fits || doubtWords(alert) !== null

/** Reason and its remedy; null without one. Failures without a reason, from older versions, get a general one. */
function saidOf({ reason, telegramDeliveryStatus }: AlertDetail) {
  if (reason !== null) return reasonParts(reason)
  return telegramDeliveryStatus === 'failed' ? { what: 'No se entregó.', remedy: '' } : null
}

/** Callouts of an alert: why it failed or waits, a template mismatch, and doubt about its delivery. */
export function AlertCallouts({ alert, mending }: AlertCalloutsProps) {
  const hasFailed = alert.telegramDeliveryStatus === 'failed'
  const said = saidOf(alert)
  const doubt = doubtWords(alert)
  return (
    <>
      {said && <Callout {...said} hasFailed={hasFailed} actions={hasFailed && mending} />}
      {!alert.fits && <Misfit alert={alert} />}
      {doubt && <Callout {...doubt} />}
    </>
  )
}

/** Says that no field of the alert matches the template, with remedies. */
function Misfit({ alert }: { alert: AlertDetail }) {
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
  success:
    'Se envió tal cual, con todos sus campos. Los que nadie deba ver, ponlos en «Nunca mostrar» de su conexión.',
  pending: 'Se enviará tal cual, para que nada se pierda.',
  failed: 'Al reenviarla se escribe de nuevo, con la plantilla que tenga entonces su conexión.',
}
