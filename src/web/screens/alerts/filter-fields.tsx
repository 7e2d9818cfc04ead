import { Select } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import { type DeliveryStatus, deliveryWords } from '#shared/delivery-status.ts'
import { type AlertSort, alertSorts } from '#shared/model/alert.ts'
import { DayFields } from './day-fields.tsx'
import classes from './filter-fields.module.css'
import type { AlertsSearch, Choose } from './use-alerts-search.ts'
import type { ConnectionOption } from './use-connection-options.ts'

interface FilterFieldsProps {
  search: AlertsSearch
  /** Nothing as long as they are on their way. */
  connections: ConnectionOption[] | undefined
  onChoose: Choose
  /** With labels above the fields, instead of in one row. */
  labelled?: boolean
}

/** Connection, status, days and order. */
export function FilterFields({ search, connections, onChoose, labelled }: FilterFieldsProps) {
  const named = (label: string) => (labelled ? { label } : { 'aria-label': label })
  return (
    <>
      {connections?.length !== 0 && (
        <Select
          {...named('Conexión')}
          className={classes.connection}
          data={[{ value: '', label: 'Todas las conexiones' }, ...(connections ?? [])]}
          value={search.connectionId ?? ''}
          onChange={id => onChoose({ connectionId: id || undefined })}
        />
      )}
      <Select
        {...named('Estado de Telegram')}
        className={classes.status}
        data={statusOptions}
        value={search.status ?? ''}
        onChange={status => onChoose({ status: status || undefined })}
      />
      <DayFields days={search} {...(labelled && { labelled })} onChoose={onChoose} />
      <Select
        {...named('Orden')}
        className={classes.sort}
        leftSection={<IconArrowsSort />}
        data={sortOptions}
        value={search.sort}
        onChange={sort => sort && onChoose({ sort })}
      />
    </>
  )
}

export const sortWords: Record<AlertSort, string> = {
  'timestamp-desc': 'Más recientes',
  'timestamp-asc': 'Más antiguas',
  'alertName-asc': 'Alerta A–Z',
  'alertName-desc': 'Alerta Z–A',
  'connectionName-asc': 'Conexión A–Z',
  'connectionName-desc': 'Conexión Z–A',
}

const sortOptions = alertSorts.map(sort => ({ value: sort, label: sortWords[sort] }))

/** In the order in which one asks for them. */
const statusOptions: { value: DeliveryStatus | ''; label: string }[] = [
  { value: '', label: 'Todos los estados' },
  ...(['success', 'failed', 'pending'] as const).map(status => ({
    value: status,
    label: deliveryWords[status],
  })),
]
