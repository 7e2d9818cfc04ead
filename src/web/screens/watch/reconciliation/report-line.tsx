import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { memo } from 'react'
import { dates } from '#web/data/local-time.ts'
import { DeliveryStatusMark } from '#web/parts/delivery-status.tsx'
import { focusMarks } from '#web/ui/row-focus.ts'
import text from '#web/ui/text.module.css'
import { tip } from '#web/ui/tips.tsx'
import type { ReportRow } from './report.ts'
import classes from './report-line.module.css'
import table from './report-table.module.css'
import { ResendRow } from './resend-row.tsx'
import { useResent } from './use-resent.ts'
import { ResentMark, VerdictIcon, VerdictMark } from './verdict-looks.tsx'
import { instantWords, verdictWords } from './words.ts'

export const columns = [
  { name: 'Veredicto', className: '' },
  { name: 'Fecha y hora', className: '' },
  { name: 'Alerta', className: '' },
  { name: 'Conexión', className: table.connection },
  { name: 'Lo que pasó', className: table.reason },
  { name: 'Acciones', className: classes.actions },
]

interface RowProps {
  row: ReportRow
  onOpen: (row: ReportRow) => void
}

/** Cells of a row; memoized, so that scrolling does not re-render them. */
export const ReportLine = memo(function ReportLine({ row, onOpen }: RowProps) {
  const { verdict, at, name, symbol, connectionName } = row
  const resent = useResent(row)
  const reason = resent?.words ?? row.reason
  return (
    <>
      <td>{resent ? <ResentMark status={resent.status} /> : <VerdictMark verdict={verdict} />}</td>
      <td className={classes.time}>
        {at === null ? (
          'Sin hora'
        ) : (
          <time dateTime={new Date(at).toISOString()}>
            <span className={classes.date}>{dates.date(at)}</span> {dates.time(at)}
          </time>
        )}
      </td>
      <td>
        <span className={`${classes.name} ${text.line}`} title={name}>
          {name}
        </span>
        <span className={`${classes.below} ${text.line} ${text.quiet}`}>
          {symbol}
          <span className={table.narrow}>
            {symbol && connectionName && ' · '}
            {connectionName}
          </span>
        </span>
      </td>
      <td
        className={`${table.connection} ${classes.connection} ${text.line}`}
        title={connectionName}
      >
        {connectionName || '—'}
      </td>
      <td className={table.reason}>
        <span className={classes.reason} title={reason}>
          {reason}
        </span>
      </td>
      <td className={classes.actions}>
        <ActionIcon
          {...focusMarks.row}
          {...tip('Ver las dos partes')}
          aria-label={`Ver ${name}, ${instantWords(at)}`}
          onClick={event => {
            event.stopPropagation()
            onOpen(row)
          }}
        >
          <IconEye />
        </ActionIcon>
        <ResendRow row={row} />
      </td>
    </>
  )
})

/** Row on phones, pressed as a whole. */
export const ReportEntry = memo(function ReportEntry({ row, onOpen }: RowProps) {
  const { verdict, at, name, symbol, connectionName } = row
  const resent = useResent(row)
  return (
    <UnstyledButton {...focusMarks.row} className={classes.entry} onClick={() => onOpen(row)}>
      {resent ? (
        <DeliveryStatusMark status={resent.status} look="icon" />
      ) : (
        <VerdictIcon verdict={verdict} />
      )}
      <span className={`${classes.name} ${text.line}`}>{name}</span>
      <span className={classes.entryTime}>
        {at === null ? 'sin hora' : `${dates.shortDay(at)}, ${dates.time(at)}`}
      </span>
      <span className={`${classes.entryLine} ${text.line}`}>
        {[symbol, connectionName].filter(Boolean).join(' · ') || '—'}
      </span>
      <span className={`${classes.entryLine} ${classes.entryVerdict} ${text.line}`}>
        {resent?.words ?? verdictWords[verdict].short}
      </span>
    </UnstyledButton>
  )
})
