import { Anchor, Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatNumber } from '#shared/format.ts'
import { api } from '#web/data/client.ts'
import { LoadError } from '#web/parts/load-error.tsx'
import { lastPage, pageRangeText } from '#web/parts/page-range.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListPagination } from '#web/ui/list-pagination.tsx'
import rows from '#web/ui/rows.module.css'
import { SectionCard } from '#web/ui/section-card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import text from '#web/ui/text.module.css'
import { usePhone } from '#web/ui/use-phone.ts'
import classes from './activity.module.css'
import { EventRow } from './event-row.tsx'

/** Rows of a page shown on phones until the others are requested. */
const ON_PHONE = 10

/** Account events of the last 90 days. */
export function ActivityCard() {
  const [chosen, choose] = useState(1)
  const [isWhole, setWhole] = useState(!usePhone())
  const list = useRef<HTMLUListElement>(null)
  const { data, error, refetch, isPlaceholderData } = useQuery(
    api.accountEvents.list.queryOptions({
      input: { page: chosen },
      placeholderData: keepPreviousData,
      refetchOnMount: 'always',
    }),
  )
  // Old events are deleted, and the last page may disappear with them.
  const page = Math.min(chosen, data ? lastPage(data) : chosen)
  if (page !== chosen && !isPlaceholderData) choose(page)

  // Buttons that disappear or are disabled lose the focus: the list takes it.
  const showWhole = () => {
    setWhole(true)
    list.current?.focus({ preventScroll: true })
  }
  const turnTo = (wanted: number) => {
    choose(wanted)
    list.current?.focus({ preventScroll: true })
    list.current?.scrollIntoView()
  }

  const content = () => {
    if (data?.total === 0) {
      return (
        <EmptyState row icon={IconHistory} title="Todavía no hay actividad">
          Aquí quedará cada inicio de sesión y cada cambio en la forma de entrar.
        </EmptyState>
      )
    }
    if (data) {
      return (
        <div aria-busy={isPlaceholderData}>
          <ul
            ref={list}
            className={`${rows.rows} ${classes.list}`}
            aria-label="Actividad"
            tabIndex={-1}
          >
            {data.items.slice(0, isWhole ? undefined : ON_PHONE).map(event => (
              <EventRow key={event.id} event={event} />
            ))}
          </ul>
          {!isWhole && data.items.length > ON_PHONE && (
            <Button variant="subtle" className={classes.more} onClick={showWhole}>
              Ver {formatNumber(data.items.length - ON_PHONE)} más
            </Button>
          )}
          {isWhole && lastPage(data) > 1 && (
            <ListPagination
              range={pageRangeText(data)}
              page={page}
              pages={lastPage(data)}
              onPage={turnTo}
            />
          )}
        </div>
      )
    }
    if (!error) return <ActivitySkeleton />
    return <LoadError row title="No se pudo cargar la actividad" error={error} onRetry={refetch} />
  }
  return (
    <SectionCard flush title="Actividad">
      {content()}
      <p className={`${classes.foot} ${text.quiet}`}>
        Lo de los últimos 90 días. Los países son orientativos:{' '}
        <Anchor
          inherit
          underline="always"
          href="https://db-ip.com"
          target="_blank"
          rel="noopener noreferrer"
        >
          IP Geolocation by DB-IP
        </Anchor>
        .
      </p>
    </SectionCard>
  )
}

const ActivitySkeleton = () => (
  <div className={rows.rows} role="status" aria-label="Cargando la actividad">
    {[144, 176, 128].map(width => (
      <div key={width} className={classes.row}>
        <Skeleton height={16} width={16} />
        <div className={classes.what}>
          <Skeleton height={12} my={4} width={width} />
          <Skeleton height={8} my={4} width={224} />
        </div>
      </div>
    ))}
  </div>
)
