import { Button, Card } from '@mantine/core'
import { IconBinoculars, IconSearchOff } from '@tabler/icons-react'
import type { WatchedAlert, WatchList } from '#shared/model/watch.ts'
import { LoadError } from '#web/parts/load-error.tsx'
import { lastPage, pageRangeText } from '#web/parts/page-range.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { ListPagination } from '#web/ui/list-pagination.tsx'
import { useRowFocus } from '#web/ui/row-focus.ts'
import rows from '#web/ui/rows.module.css'
import { SeriesHead, SeriesRow, SeriesRowSkeleton } from './series-row.tsx'

const PAGE_SIZE = 50
const SKELETONS = ['first', 'second', 'third', 'fourth', 'fifth']

interface SeriesRowsProps {
  /** Undefined until it has arrived. */
  list: WatchList | undefined
  /** Alerts that match the filters. */
  shown: readonly WatchedAlert[]
  page: number
  onPage: (page: number) => void
  error: Error | null
  onRetry: () => void
  onClearFilters: () => void
}

/** Rows of watched alerts, or the loading, error or empty state. */
export function SeriesRows({
  list,
  shown,
  page,
  onPage,
  error,
  onRetry,
  onClearFilters,
}: SeriesRowsProps) {
  const rowFocus = useRowFocus()
  if (!list && error)
    return <LoadError title="No se pudo cargar Vigía" error={error} onRetry={onRetry} />
  if (list?.items.length === 0) {
    return (
      <EmptyState
        icon={IconBinoculars}
        title="Aún no hay alertas que vigilar"
        action={<LinkButton to="/connections">Ir a Conexiones</LinkButton>}
      >
        Cada alerta que traiga su <code>alert_name</code> aparece aquí cuando llega por primera vez.
      </EmptyState>
    )
  }
  if (list && shown.length === 0) {
    return (
      <EmptyState
        icon={IconSearchOff}
        title="Ninguna alerta coincide"
        action={<Button onClick={onClearFilters}>Limpiar</Button>}
      >
        Se busca en el nombre de la alerta y en el de su conexión.
      </EmptyState>
    )
  }
  const pages = lastPage({ total: shown.length, pageSize: PAGE_SIZE })
  const at = Math.min(page, pages)
  const asOf = list ? Date.parse(list.asOf) : 0
  return (
    <Card padding={0} aria-busy={!list}>
      <SeriesHead />
      <ul className={rows.rows} aria-label="Alertas vigiladas" {...rowFocus}>
        {list
          ? shown
              .slice((at - 1) * PAGE_SIZE, at * PAGE_SIZE)
              .map(series => <SeriesRow key={series.id} series={series} asOf={asOf} />)
          : SKELETONS.map(row => <SeriesRowSkeleton key={row} />)}
      </ul>
      {pages > 1 && (
        <ListPagination
          range={pageRangeText({ page: at, pageSize: PAGE_SIZE, total: shown.length })}
          page={at}
          pages={pages}
          onPage={onPage}
        />
      )}
    </Card>
  )
}
