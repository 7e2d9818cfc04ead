import { Button } from '@mantine/core'
import { IconBulb, IconDownload, IconPrinter, IconSearchOff } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { quantity } from '#shared/format.ts'
import { dayOf } from '#web/data/local-time.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { useAddressText } from '#web/ui/use-address-text.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import { daysOf } from './days.ts'
import { DaysCard } from './days-card.tsx'
import { countVerdicts, findRows, type Report, type ReportRow } from './report.ts'
import { reportCsv } from './report-csv.ts'
import { ReportFilters } from './report-filters.tsx'
import { ReportPrint } from './report-print.tsx'
import { ReportTable } from './report-table.tsx'
import classes from './report-view.module.css'
import { RowDialog } from './row-dialog.tsx'
import { useRowsSearch } from './use-rows-search.ts'
import { VerdictCounts } from './verdict-counts.tsx'
import { rowCount, verdictLine } from './words.ts'

interface ReportViewProps {
  report: Report
  onAgain: () => void
}

/** Result of comparing a log with the history. */
export function ReportView({ report, onAgain }: ReportViewProps) {
  const { rows, advice, fileName, unlistedMore } = report
  const phone = usePhone()
  const { search, choose, clear } = useRowsSearch()
  const [text, setText] = useAddressText(search.search ?? '', typed =>
    choose({ search: typed || undefined }, { replace: true }),
  )
  const field = useRef<HTMLInputElement>(null)
  const counts = useMemo(() => countVerdicts(rows), [rows])
  const days = useMemo(() => daysOf(rows), [rows])
  const connections = useMemo(() => connectionsOf(rows), [rows])
  const { sort, verdict, connectionId, day, search: wanted } = search
  const found = useMemo(
    () => findRows(rows, { verdict, connectionId, day, search: wanted }, sort),
    [rows, verdict, connectionId, day, wanted, sort],
  )
  const [open, setOpen] = useState<{ key: string; isOpen: boolean }>()
  const openRow = open && rows.find(({ key }) => key === open.key)
  const showAll = () => {
    setText('')
    clear()
    field.current?.focus()
  }

  return (
    <>
      <div className={classes.lead}>
        <div className={classes.words}>
          <p className={classes.line} role="status">
            {verdictLine(counts)}
          </p>
          <p className={classes.file}>
            {fileName}
            {unlistedMore > 0 &&
              ` · además, ${quantity(unlistedMore, 'alerta', 'alertas')} que su registro no tiene y aquí no se enumeran`}
          </p>
        </div>
        <div className={classes.actions}>
          <Button variant="subtle" leftSection={<IconDownload />} onClick={() => save(rows)}>
            Exportar CSV
          </Button>
          <Button variant="subtle" leftSection={<IconPrinter />} onClick={() => window.print()}>
            Imprimir
          </Button>
          <Button onClick={onAgain}>Otro registro</Button>
        </div>
      </div>
      <VerdictCounts
        counts={counts}
        chosen={verdict}
        onChoose={next => choose({ verdict: next })}
      />
      {advice.map(one => (
        <Notice key={one.title} tone="warn" icon={IconBulb}>
          <b>{one.title}.</b> {one.advice}
        </Notice>
      ))}
      <DaysCard
        days={days}
        rows={rows}
        chosen={day}
        phone={phone}
        onChoose={next => choose({ day: next })}
      />
      <ReportFilters
        search={search}
        text={text}
        field={field}
        onType={setText}
        onChoose={choose}
        connections={connections}
        days={days}
        count={rowCount(found.length, rows.length)}
      />
      {found.length === 0 ? (
        <EmptyState
          icon={IconSearchOff}
          title="Ninguna fila coincide"
          action={<Button onClick={showAll}>Limpiar</Button>}
        >
          Cambia la búsqueda o los filtros para ver otras.
        </EmptyState>
      ) : (
        <ReportTable
          key={phone ? 'phone' : 'desk'}
          rows={found}
          phone={phone}
          onOpen={({ key }) => setOpen({ key, isOpen: true })}
        />
      )}
      {open && openRow && (
        <RowDialog
          row={openRow}
          opened={open.isOpen}
          onClose={() => setOpen({ ...open, isOpen: false })}
        />
      )}
      <ReportPrint fileName={fileName} counts={counts} rows={rows} days={days} advice={advice} />
    </>
  )
}

function save(rows: readonly ReportRow[]): void {
  const name = `conciliacion-${dayOf(Date.now())}.csv`
  saveFile(new Blob(reportCsv(rows), { type: 'text/csv' }), name)
}

/** Connections of the rows, sorted by name. */
function connectionsOf(rows: readonly ReportRow[]) {
  const names = new Map<string, string>()
  for (const { connectionId, connectionName } of rows)
    if (connectionId !== null) names.set(connectionId, connectionName)
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label, 'es'))
}
