import { Card, Skeleton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber } from '#shared/format.ts'
import type { StatsScope, Summary } from '#shared/model/stats.ts'
import { api } from '#web/data/client.ts'
import { dates } from '#web/data/local-time.ts'
import { session } from '#web/data/session.ts'
import text from '#web/ui/text.module.css'
import { connectionsNote, deliveryNote, isGoodDelivery } from '../../words.ts'
import { WidgetError } from '../widget-message.tsx'
import classes from './global-summary.module.css'
import { HealthLine } from './health-line.tsx'

/** «A esta hora» moves on while nothing happens. */
const RECOUNT_MS = 60_000

/** The figures of today and of all time, and how delivery stands. */
export function GlobalSummary({ scope }: { scope: StatsScope }) {
  const simulated = useQuery(session).data?.simulated === true
  const { data, error, refetch } = useQuery(
    api.stats.summary.queryOptions({
      input: scope,
      placeholderData: keepPreviousData,
      refetchInterval: RECOUNT_MS,
    }),
  )
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
          warned={data !== undefined && data.connections.troubled > 0}
        >
          {data && (
            <>
              {formatNumber(data.connections.active)}
              <span className={classes.whole}> / {formatNumber(data.connections.total)}</span>
            </>
          )}
        </Figure>
        <Figure
          label={simulated ? 'Tasa de entrega (simulada)' : 'Tasa de entrega'}
          note={data && deliveryNote(data.delivery)}
          good={data && isGoodDelivery(data.delivery)}
        >
          {data?.delivery.successRateString}
        </Figure>
        <Figure label="Total de alertas" note={data && totalNote(data)}>
          {data && formatNumber(data.total)}
        </Figure>
      </dl>
      <HealthLine summary={data} simulated={simulated} />
    </Card>
  )
}

interface FigureProps {
  label: string
  /** Undefined until it has arrived, like the note. */
  children: ReactNode
  note: string | undefined
  good?: boolean | undefined
  warned?: boolean
}

function Figure({ label, children, note, good, warned }: FigureProps) {
  return (
    <div className={classes.figure}>
      <dt className={`${classes.label} ${text.line}`} title={label}>
        {label}
      </dt>
      <dd className={classes.value} data-good={good}>
        {children ?? <Skeleton height={24} width={72} />}
      </dd>
      <dd className={`${classes.note} ${text.line}`} title={note}>
        {warned && <IconAlertTriangle className={classes.warning} />}
        {note ?? <Skeleton height={8} width="60%" />}
      </dd>
    </div>
  )
}

const todayNote = ({ yesterdayByNow }: Summary) =>
  `${formatNumber(yesterdayByNow)} ayer a esta hora`

const weekNote = ({ previous7Days }: Summary) => `${formatNumber(previous7Days)} los 7 anteriores`

const totalNote = ({ since }: Summary) =>
  since === null ? 'aún ninguna' : `desde el ${dates.shortDate(since)}`
