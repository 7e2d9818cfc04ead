import { Card } from '@mantine/core'
import type { ErrorLog } from '#shared/model/error-log.ts'
import { lastPage, type PageRange, pageRangeText } from '#web/parts/page-range.ts'
import { ListPagination } from '#web/ui/list-pagination.tsx'
import { useRowFocus } from '#web/ui/row-focus.ts'
import rows from '#web/ui/rows.module.css'
import { Skeleton } from '#web/ui/skeleton.tsx'
import text from '#web/ui/text.module.css'
import { useSettled } from '#web/ui/use-fade-in.ts'
import { LogEntry } from './log-entry.tsx'
import classes from './log-rows.module.css'

interface LogRowsProps {
  data: PageRange & { items: ErrorLog[] }
  /** Key of the page shown: changes with page, filters and order, not with new entries. */
  view: string
  page: number
  /** True until the requested page is shown. */
  isBusy: boolean
  onPage: (page: number) => void
}

/** Page of the log with its pagination; rows that join it while it is shown fade in. */
export function LogRows({ data, view, page, isBusy, onPage }: LogRowsProps) {
  return (
    <Card padding={0} aria-busy={isBusy}>
      <Rows key={view} entries={data.items} />
      <ListPagination
        range={pageRangeText(data)}
        page={page}
        pages={lastPage(data)}
        onPage={onPage}
      />
    </Card>
  )
}

function Rows({ entries }: { entries: ErrorLog[] }) {
  const settled = useSettled()
  const rowFocus = useRowFocus()
  return (
    <ul className={rows.rows} aria-label="Entradas" {...rowFocus}>
      {entries.map(entry => (
        <LogEntry key={entry.id} entry={entry} arriving={settled} />
      ))}
    </ul>
  )
}

/** Placeholder until the first page has loaded. */
export const LogRowsSkeleton = () => (
  <Card padding={0} className={rows.rows} role="status" aria-label="Cargando el registro">
    {[64, 48, 80, 56, 72, 60].map(width => (
      <div key={width} className={classes.row}>
        <div className={classes.head}>
          <Skeleton height={20} width={64} />
          <span className={`${classes.when} ${text.quiet}`}>
            <Skeleton height={8} my={4} width={112} />
          </span>
          <span className={classes.message}>
            <Skeleton height={12} mt={4} mb={4} width={`${width}%`} />
          </span>
        </div>
      </div>
    ))}
  </Card>
)
