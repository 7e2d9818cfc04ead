import { Button, Skeleton } from '@mantine/core'
import { IconClockHour4, IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatDuration } from '#shared/format.ts'
import type { Connection } from '#shared/model/connection.ts'
import { api } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'
import classes from './delivery-times.module.css'
import { timedWords } from './timed-words.ts'

/** How long the connection's alerts usually take from here to Telegram. */
export function DeliveryTimes({ connection: { id } }: { connection: Connection }) {
  return (
    <SectionCard title="Tiempo de entrega">
      <Times id={id} />
    </SectionCard>
  )
}

function Times({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(api.connections.stats.queryOptions({ input: { id } }))
  if (!data && error) {
    return (
      <EmptyState
        bare
        icon={IconPlugConnectedX}
        title="No se pudieron cargar los tiempos"
        action={<Button onClick={() => refetch()}>Reintentar</Button>}
      >
        {errorMessage(error)}
      </EmptyState>
    )
  }
  if (data?.timed === 0) {
    return (
      <EmptyState bare icon={IconClockHour4} title="Aún no hay entregas">
        Con la primera alerta entregada se sabrá cuánto tarda.
      </EmptyState>
    )
  }
  return (
    <>
      <dl className={classes.figures}>
        <Figure label="Mediana" ms={data?.p50Ms} note="la mitad tardó menos" />
        <Figure label={'95\u00a0%'} ms={data?.p95Ms} note="solo 1 de cada 20 tardó más" />
      </dl>
      <p className={classes.over}>{data ? timedWords(data.timed) : <Skeleton height={16} />}</p>
    </>
  )
}

interface FigureProps {
  label: string
  ms: number | null | undefined
  note: string
}

function Figure({ label, ms, note }: FigureProps) {
  return (
    <div>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.figure}>
        {ms == null ? <Skeleton height={28} width={96} my={4} /> : formatDuration(ms)}
        <span className={classes.note}>{note}</span>
      </dd>
    </div>
  )
}
