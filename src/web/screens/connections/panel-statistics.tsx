import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber } from '#shared/format.ts'
import type { Connection } from '#shared/model/connection.ts'
import { hasGoodRate } from '#shared/model/stats.ts'
import { session } from '#web/data/session.ts'
import { SectionCard } from '#web/ui/section-card.tsx'
import { DeliveryTimes } from './delivery-times.tsx'
import classes from './panel-statistics.module.css'

/** What became of the connection's alerts, and how long they took. */
export function PanelStatistics({ connection }: { connection: Connection }) {
  const simulated = useQuery(session).data?.simulated ?? false
  const { id, stats, pending } = connection
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
        <Figure label="Envíos con éxito" note="llegaron al chat">
          {formatNumber(successful)}
        </Figure>
        <Figure label="Envíos fallidos" note="no llegaron">
          {formatNumber(failed)}
        </Figure>
        <Figure
          label={simulated ? 'Tasa de éxito (simulada)' : 'Tasa de éxito'}
          note={
            hasAttempts
              ? `${formatNumber(successful)} de ${formatNumber(successful + failed)}`
              : 'aún no hay intentos de envío'
          }
        >
          <span className={classes.rate} data-good={hasAttempts ? hasGoodRate(stats) : undefined}>
            {successRateString}
          </span>
        </Figure>
      </dl>
      <DeliveryTimes id={id} />
    </SectionCard>
  )
}

interface FigureProps {
  label: string
  note: string
  children: ReactNode
}

function Figure({ label, note, children }: FigureProps) {
  return (
    <div className={classes.cell}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.figure}>
        {children}
        <span className={classes.note}>{note}</span>
      </dd>
    </div>
  )
}
