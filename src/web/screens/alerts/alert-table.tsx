import { ActionIcon, Checkbox, VisuallyHidden } from '@mantine/core'
import { IconEye, IconRefresh, IconTrash } from '@tabler/icons-react'
import { type MouseEvent, memo, type ReactNode } from 'react'
import { truncate } from '#shared/format.ts'
import { ALERT_NAME_LENGTH } from '#shared/limits.ts'
import type { Alert } from '#shared/model/alert.ts'
import { client } from '#web/data/client.ts'
import { dates } from '#web/data/local-time.ts'
import { useAction } from '#web/data/use-action.ts'
import { DeliveryStatusMark } from '#web/parts/delivery-status.tsx'
import { showError } from '#web/parts/show-error.ts'
import { useKeyHint, usePressedBy } from '#web/ui/key-presses.ts'
import { focusMarks, focusRow, placeOf } from '#web/ui/row-focus.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import text from '#web/ui/text.module.css'
import { tip } from '#web/ui/tips.tsx'
import { useFadeIn, useSettled } from '#web/ui/use-fade-in.ts'
import classes from './alert-table.module.css'
import { askBulk } from './ask-bulk.ts'
import type { Selection } from './selection/use-selection.ts'
import { isUnseen } from './use-alerts-page.ts'
import { useFollowed } from './use-following.ts'
import { deliveryFigure, deliveryHint } from './words.ts'

interface AlertTableProps {
  alerts: readonly Alert[]
  selection: Selection
  /** Alerts from this instant on are new to the reader. */
  unseenSince: string | undefined
  /** True if the table updates by itself as alerts arrive. */
  follows: boolean
  onOpen: (id: string) => void
}

/** Page of the history; rows new to the reader fade in. */
export function AlertTable({ alerts, selection, unseenSince, follows, onOpen }: AlertTableProps) {
  const settled = useSettled()
  const drawn = useFollowed(alerts, follows)
  return (
    <Frame>
      {drawn.map(alert => (
        <AlertRow
          key={alert.id}
          alert={alert}
          arriving={settled || isUnseen(alert, unseenSince)}
          isSelected={selection.has(alert)}
          onSelect={selection.toggle}
          onDeleted={selection.drop}
          onOpen={onOpen}
        />
      ))}
    </Frame>
  )
}

/** Placeholder table until the first page has loaded. */
export function AlertTableSkeleton({ rows }: { rows: number }) {
  return (
    <Frame>
      {[...Array(rows).keys()].map(row => (
        // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing of it takes the focus
        <tr key={row} aria-hidden="true">
          {columns.map(({ name, className, skeleton }) => (
            <td key={name} className={className}>
              <Skeleton height={12} width={skeleton} />
            </td>
          ))}
        </tr>
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
    <table className={classes.table} aria-label="Alertas">
      <thead>
        <tr>
          {columns.map(({ name, className, mute }) => (
            <th key={name} className={className}>
              {mute ? <VisuallyHidden>{name}</VisuallyHidden> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

interface AlertRowProps {
  alert: Alert
  arriving: boolean
  isSelected: boolean
  onSelect: (alert: Alert) => void
  onDeleted: (alert: Alert) => void
  onOpen: (id: string) => void
}

/** Re-renders only when its own props change: other alerts arrive above it all the time. */
const AlertRow = memo(function AlertRow({
  alert,
  arriving,
  isSelected,
  onSelect,
  onDeleted,
  onOpen,
}: AlertRowProps) {
  const row = useFadeIn(arriving, classes.row)
  const hint = deliveryHint(alert)
  const pressedBySelect = usePressedBy('select')
  const open = (event: MouseEvent) => {
    event.stopPropagation()
    onOpen(alert.id)
  }
  const askDeletion = (event: MouseEvent) => {
    event.stopPropagation()
    const place = placeOf(event.currentTarget)
    void askBulk(
      acts => acts.deletionOf([alert]),
      () => {
        onDeleted(alert)
        focusRow(place)
      },
    )
  }
  // Selecting text to copy it does not open the alert.
  const openUnlessMarking = (event: MouseEvent) => {
    if (getSelection()?.isCollapsed !== false) open(event)
  }
  // The whole cell is the target, so that a click beside the box does not open the alert.
  const select = (event: MouseEvent) => {
    event.stopPropagation()
    if (event.target === event.currentTarget) onSelect(alert)
  }
  return (
    <tr {...row} data-selected={isSelected} onClick={openUnlessMarking}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the box in it hears the keys */}
      <td className={classes.check} onClick={select}>
        <Checkbox
          {...focusMarks.within}
          {...pressedBySelect}
          aria-label={`Seleccionar ${alert.name}, ${dates.time(alert.timestamp)}`}
          checked={isSelected}
          onChange={() => onSelect(alert)}
        />
      </td>
      <td className={classes.when}>
        <time dateTime={alert.timestamp}>
          <span className={classes.date}>{dates.date(alert.timestamp)}</span>{' '}
          {dates.time(alert.timestamp)}
        </time>
      </td>
      <td className={classes.name}>
        <span title={alert.name}>{truncate(alert.name, ALERT_NAME_LENGTH)}</span>
        <div className={`${classes.below} ${text.line} ${text.quiet}`}>
          <time className={classes.whenBelow} dateTime={alert.timestamp}>
            {dates.date(alert.timestamp)} {dates.time(alert.timestamp)}
          </time>
          <span className={classes.connectionBelow}>{alert.connectionName}</span>
          <span className={classes.summaryBelow} title={alert.summary}>
            {alert.summary}
          </span>
        </div>
      </td>
      <td className={classes.connection} title={alert.connectionName}>
        {alert.connectionName}
      </td>
      <td className={classes.summary} title={alert.summary}>
        {alert.summary}
      </td>
      <td className={classes.status}>
        <div className={classes.delivery}>
          <span className={classes.outcome} {...tip(hint)}>
            <DeliveryStatusMark
              status={alert.telegramDeliveryStatus}
              fits={alert.fits}
              gaps={alert.gaps}
            />
            {hint && <VisuallyHidden>: {hint}</VisuallyHidden>}
          </span>
          <span className={classes.figure}>{deliveryFigure(alert)}</span>
        </div>
      </td>
      <td className={classes.actions}>
        <ActionIcon
          {...focusMarks.row}
          {...tip('Ver detalle')}
          aria-label={`Ver detalle de ${alert.name}`}
          onClick={open}
        >
          <IconEye />
        </ActionIcon>
        {alert.telegramDeliveryStatus === 'failed' && <ResendAction alert={alert} />}
        <ActionIcon
          {...focusMarks.within}
          {...tip('Eliminar')}
          aria-label={`Eliminar ${alert.name}`}
          onClick={askDeletion}
        >
          <IconTrash />
        </ActionIcon>
      </td>
    </tr>
  )
})

/** Resends a failed alert; its row then shows the new state. */
function ResendAction({ alert: { id, name } }: { alert: Alert }) {
  const pressedBy = usePressedBy('resend')
  const hint = useKeyHint('Reenviar', 'resend')
  const resend = useAction({
    call: (_, signal) => client.alerts.resend({ id }, { signal }),
    onError: showError,
  })
  return (
    <ActionIcon
      {...focusMarks.within}
      {...pressedBy}
      {...tip(hint)}
      aria-label={`Reenviar ${name}`}
      // Not shown as busy: a busy button is disabled, and would lose the focus before it disappears.
      onClick={event => {
        event.stopPropagation()
        void resend.start()
      }}
    >
      <IconRefresh />
    </ActionIcon>
  )
}
