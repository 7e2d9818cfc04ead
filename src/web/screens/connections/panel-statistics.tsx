import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#shared/format.ts'
import type { Connection } from '#shared/model/connection.ts'
import { hasGoodRate } from '#shared/stats.ts'
import { session } from '#web/data/session.ts'
import { Figure } from '#web/ui/figure.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'
import { SimulatedMark } from '#web/ui/simulated-mark.tsx'
import { DeliveryTimes } from './delivery-times.tsx'
import { GapsLink } from './gaps-link.tsx'
import classes from './panel-statistics.module.css'
import { useWeeks } from './use-weeks.ts'

/** Counts of the connection's alerts by outcome, and their delivery times. */
export function PanelStatistics({ connection }: { connection: Connection }) {
  const simulated = useQuery(session).data?.simulated ?? false
  const { id, stats, pending } = connection
  const week = useWeeks()?.get(id)
  const { totalAlerts, successful, failed, hasAttempts, successRateString } = stats
  return (
    <SectionCard flush title="Estadísticas">
      <dl className={classes.figures}>
        <Figure
          label="Alertas recibidas"
          note={pending > 0 ? `${formatNumber(pending)} por enviar` : 'en total'}
        >
          {formatNumber(totalAlerts)}
        </Figure>
        <Figure
          label="Envíos con éxito"
          note={week?.gaps ? <GapsLink week={week} /> : 'llegaron al chat'}
        >
          {formatNumber(successful)}
        </Figure>
        <Figure label="Envíos fallidos" note="no llegaron">
          {formatNumber(failed)}
        </Figure>
        <Figure
          label={<>Tasa de entrega {simulated && <SimulatedMark />}</>}
          note={
            hasAttempts
              ? `${formatNumber(successful)} de ${formatNumber(successful + failed)}`
              : 'sin envíos todavía'
          }
          good={hasAttempts ? hasGoodRate(stats) : undefined}
        >
          {successRateString}
        </Figure>
      </dl>
      <DeliveryTimes id={id} />
    </SectionCard>
  )
}
