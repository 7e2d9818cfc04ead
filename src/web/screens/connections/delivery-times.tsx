import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDuration } from '#shared/format.ts'
import { api } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import text from '#web/ui/text.module.css'
import classes from './delivery-times.module.css'
import { timedWords } from './words.ts'

/** Usual delivery times from this server to Telegram of the connection with this `id`. */
export function DeliveryTimes({ id }: { id: string }) {
  return (
    <section className={classes.times}>
      <h3 className={classes.title}>Tiempo de entrega</h3>
      <Times id={id} />
    </section>
  )
}

function Times({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(api.connections.stats.queryOptions({ input: { id } }))
  if (!data && error) {
    return (
      <p className={`${classes.note} ${text.quiet}`}>
        {errorMessage(error)}{' '}
        <Button variant="subtle" size="xs" onClick={() => refetch()}>
          Reintentar
        </Button>
      </p>
    )
  }
  if (data?.timed === 0) {
    return (
      <p className={`${classes.note} ${text.quiet}`}>
        Aún no hay entregas. Con la primera alerta entregada se sabrá cuánto tarda.
      </p>
    )
  }
  return (
    <>
      <dl className={classes.figures}>
        <Figure label="Mediana" ms={data?.p50Ms} note="la mitad tardó menos" />
        <Figure label={'95\u00a0%'} ms={data?.p95Ms} note="solo 1 de cada 20 tardó más" />
      </dl>
      <p className={`${classes.note} ${text.quiet}`}>
        {data ? timedWords(data.timed) : <Skeleton height={16} />}
      </p>
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
    <div className={classes.pair}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.figure}>
        {ms == null ? <Skeleton height={20} width={56} /> : formatDuration(ms)}
        <span className={`${classes.note} ${text.quiet}`}>{note}</span>
      </dd>
    </div>
  )
}
