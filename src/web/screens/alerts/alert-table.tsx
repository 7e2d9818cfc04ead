import { ActionIcon, Checkbox, Skeleton, Table, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconEye, IconTrash } from '@tabler/icons-react'
import type { MouseEvent, ReactNode } from 'react'
import { truncate } from '#shared/format.ts'
import { ALERT_NAME_LENGTH } from '#shared/limits.ts'
import type { Alert } from '#shared/model/alert.ts'
import { dates } from '#web/data/local-time.ts'
import { DeliveryStatusMark } from '#web/parts/delivery-status.tsx'
import text from '#web/ui/text.module.css'
import { useFadeIn, useSettled } from '#web/ui/use-fade-in.ts'
import classes from './alert-table.module.css'
import { deletionOf } from './bulk/bulk-actions.tsx'
import { openBulk } from './bulk/open-bulk.tsx'
import { focusMarks, focusRow, placeOf } from './focus-row.ts'
import type { Selection } from './selection/use-selection.ts'
import { isUnseen } from './use-alerts-page.ts'
import { deliveryFigure, deliveryHint } from './words.ts'

interface AlertTableProps {
  alerts: readonly Alert[]
  selection: Selection
  /** What came from then on has not been seen before. */
  unseenSince: string | undefined
  onOpen: (id: string) => void
}

/** A page of the history; rows that are new to the reader fade in. */
export function AlertTable({ alerts, selection, unseenSince, onOpen }: AlertTableProps) {
  const settled = useSettled()
  return (
    <Frame>
      {alerts.map(alert => (
        <AlertRow
          key={alert.id}
          alert={alert}
          arriving={settled || isUnseen(alert, unseenSince)}
          isSelected={selection.has(alert)}
          onSelect={() => selection.toggle(alert)}
          onOpen={onOpen}
        />
      ))}
    </Frame>
  )
}

/** The table while its first page is on its way. */
export function AlertTableSkeleton({ rows }: { rows: number }) {
  return (
    <Frame>
      {[...Array(rows).keys()].map(row => (
        <Table.Tr key={row} aria-hidden="true">
          {columns.map(({ name, className, skeleton }) => (
            <Table.Td key={name} className={className}>
              <Skeleton height={12} width={skeleton} />
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Frame>
  )
}

const columns = [
  { name: 'Selección', className: classes.check, skeleton: 16, mute: true },
  { name: 'Fecha y hora', className: classes.when, skeleton: '80%' },
  { name: 'Alerta', className: classes.name, skeleton: '60%' },
  { name: 'Conexión', className: classes.connection, skeleton: '70%' },
  { name: 'Resumen', className: classes.summary, skeleton: '85%' },
  { name: 'Estado', className: classes.status, skeleton: '50%' },
  { name: 'Acciones', className: classes.actions, skeleton: '100%' },
]

function Frame({ children }: { children: ReactNode }) {
  return (
    <Table highlightOnHover className={classes.table} aria-label="Alertas">
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ name, className, mute }) => (
            <Table.Th key={name} className={className}>
              {mute ? <VisuallyHidden>{name}</VisuallyHidden> : name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  )
}

interface AlertRowProps {
  alert: Alert
  arriving: boolean
  isSelected: boolean
  onSelect: () => void
  onOpen: (id: string) => void
}

function AlertRow({ alert, arriving, isSelected, onSelect, onOpen }: AlertRowProps) {
  const row = useFadeIn(arriving, classes.row)
  const hint = deliveryHint(alert)
  const open = (event: MouseEvent) => {
    event.stopPropagation()
    onOpen(alert.id)
  }
  const askDeletion = (event: MouseEvent) => {
    event.stopPropagation()
    const place = placeOf(event.currentTarget)
    openBulk(deletionOf([alert]), () => focusRow(place))
  }
  // Marking a text in order to copy it opens nothing.
  const openUnlessMarking = (event: MouseEvent) => {
    if (getSelection()?.isCollapsed !== false) open(event)
  }
  // The whole cell is the target, so that a click beside the box does not open the alert.
  const select = (event: MouseEvent) => {
    event.stopPropagation()
    if (event.target === event.currentTarget) onSelect()
  }
  return (
    <Table.Tr {...row} data-selected={isSelected} onClick={openUnlessMarking}>
      <Table.Td className={classes.check} onClick={select}>
        <Checkbox
          aria-label={`Seleccionar ${alert.name}, ${dates.time(alert.timestamp)}`}
          checked={isSelected}
          onChange={onSelect}
        />
      </Table.Td>
      <Table.Td className={classes.when}>
        <time dateTime={alert.timestamp}>
          <span className={classes.date}>{dates.date(alert.timestamp)}</span>{' '}
          {dates.time(alert.timestamp)}
        </time>
      </Table.Td>
      <Table.Td className={classes.name}>
        <span title={alert.name}>{truncate(alert.name, ALERT_NAME_LENGTH)}</span>
        <div className={`${classes.below} ${text.line} ${text.quiet}`}>{alert.connectionName}</div>
      </Table.Td>
      <Table.Td className={classes.connection} title={alert.connectionName}>
        {alert.connectionName}
      </Table.Td>
      <Table.Td className={classes.summary} title={alert.summary}>
        {alert.summary}
      </Table.Td>
      <Table.Td className={classes.status}>
        <div className={classes.delivery}>
          <Tooltip label={hint} disabled={hint === null}>
            <span className={classes.outcome}>
              <DeliveryStatusMark status={alert.telegramDeliveryStatus} fits={alert.fits} />
              {hint && <VisuallyHidden>: {hint}</VisuallyHidden>}
            </span>
          </Tooltip>
          <span className={classes.figure}>{deliveryFigure(alert)}</span>
        </div>
      </Table.Td>
      <Table.Td className={classes.actions}>
        <Tooltip label="Ver detalle">
          <ActionIcon
            {...focusMarks.row}
            aria-label={`Ver detalle de ${alert.name}`}
            onClick={open}
          >
            <IconEye />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Eliminar">
          <ActionIcon aria-label={`Eliminar ${alert.name}`} onClick={askDeletion}>
            <IconTrash />
          </ActionIcon>
        </Tooltip>
      </Table.Td>
    </Table.Tr>
  )
}
