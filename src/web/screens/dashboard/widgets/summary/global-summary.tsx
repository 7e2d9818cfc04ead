import { Card } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatNumber } from '#shared/format.ts'
import type { StatsScope, Summary } from '#shared/model/stats.ts'
import { api } from '#web/data/client.ts'
import { dates } from '#web/data/local-time.ts'
import { session } from '#web/data/session.ts'
import { Figure } from '#web/ui/figure.tsx'
import { SimulatedMark } from '#web/ui/simulated-mark.tsx'
import { connectionsNote, deliveryNote, isGoodDelivery, quietWords } from '../../words.ts'
import { WidgetError } from '../widget-message.tsx'
import { FailureList } from './failure-list.tsx'
import classes from './global-summary.module.css'
import { HealthLine } from './health-line.tsx'

/** Refetch interval in ms: the count «ayer a esta hora» grows even without new alerts. */
const RECOUNT_MS = 60_000

/** Figures of today, of the last days and of all time, and the state of delivery. */
export function GlobalSummary({ scope }: { scope: StatsScope }) {
  const simulated = useQuery(session).data?.simulated === true
  const { data, error, refetch } = useQuery(
    api.stats.summary.queryOptions({
      input: scope,
      placeholderData: keepPreviousData,
      refetchInterval: RECOUNT_MS,
    }),
  )
  // Shown together with the figures, so that the layout does not shift when it arrives.
  const watch = useQuery(api.watch.summary.queryOptions())
  const isKnown = !watch.isPending
  if (!data && error) {
    return (
      <Card padding={0} className={classes.summary}>
        <WidgetError error={error} onRetry={refetch} />
      </Card>
    )
  }
  return (
    <Card component="section" padding={0} className={classes.summary} aria-label="Resumen global">
      <dl className={classes.figures}>
        <Figure label="Alertas hoy" note={data && todayNote(data)}>
          {data && formatNumber(data.today)}
        </Figure>
        <Figure label="Últimos 7 días" note={data && weekNote(data)}>
          {data && formatNumber(data.last7Days)}
        </Figure>
        <Figure
          label="Conexiones activas"
          note={data && connectionsNote(data.connections)}
          noteIcon={
            data !== undefined &&
            data.connections.troubled > 0 && <IconAlertTriangle className={classes.warning} />
          }
        >
          {data && (
            <>
              {formatNumber(data.connections.active)}
              <span className={classes.whole}> / {formatNumber(data.connections.total)}</span>
            </>
          )}
        </Figure>
        <Figure
          label={<>Tasa de entrega {simulated && <SimulatedMark />}</>}
          note={data && deliveryNote(data.delivery)}
          good={data && isGoodDelivery(data.delivery)}
        >
          {data?.delivery.successRateString}
        </Figure>
        <Figure label="Total de alertas" note={data && totalNote(data)}>
          {data && formatNumber(data.total)}
        </Figure>
      </dl>
      <HealthLine
        summary={isKnown ? data : undefined}
        simulated={simulated}
        quiet={watch.data && !scope.connectionId ? quietWords(watch.data) : null}
      />
      <FailureList connectionId={scope.connectionId} />
    </Card>
  )
}

const todayNote = ({ yesterdayByNow }: Summary) =>
  `${formatNumber(yesterdayByNow)} ayer a esta hora`

const weekNote = ({ previous7Days }: Summary) => `${formatNumber(previous7Days)} los 7 anteriores`

const totalNote = ({ since }: Summary) =>
  since === null ? 'aún ninguna' : `desde el ${dates.shortDate(since)}`
