import { Card } from '@mantine/core'
import { IconHeartbeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api } from '#web/data/client.ts'
import type { HeartbeatWish } from '#web/parts/heartbeat/heartbeat-maker.tsx'
import { LoadError } from '#web/parts/load-error.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { useRowFocus } from '#web/ui/row-focus.ts'
import rows from '#web/ui/rows.module.css'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { HeartbeatRow } from './heartbeat-row.tsx'
import classes from './heartbeats.module.css'

const REFRESH_MS = 60_000

/** Heartbeats, which prove that TradingView can reach this server; without any, the reason to have one. */
export function Heartbeats({ make }: { make: (wish: HeartbeatWish) => unknown }) {
  const { data, error, refetch } = useQuery(
    api.heartbeats.list.queryOptions({ refetchInterval: REFRESH_MS }),
  )
  const rowFocus = useRowFocus()
  if (error && !data)
    return <LoadError title="No se pudieron cargar los latidos" error={error} onRetry={refetch} />
  return (
    <Card padding={0} aria-busy={!data}>
      {data && data.length > 0 ? (
        <ul className={rows.rows} aria-label="Latidos" {...rowFocus}>
          {data.map(heartbeat => (
            <HeartbeatRow key={heartbeat.id} heartbeat={heartbeat} make={make} />
          ))}
        </ul>
      ) : (
        <div className={classes.none}>
          <IconHeartbeat />
          {data ? (
            <p>
              <b>Sin latido.</b> Si se corta el camino entre TradingView y aquí, solo lo sabrás
              cuando falte una señal.{' '}
              <TextLink to="/docs" hash="vigia" underline="always">
                Qué es un latido
              </TextLink>
            </p>
          ) : (
            <Skeleton height={12} width="60%" />
          )}
        </div>
      )}
    </Card>
  )
}
