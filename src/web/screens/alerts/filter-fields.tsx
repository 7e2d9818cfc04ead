import { IconArrowsSort } from '@tabler/icons-react'
import { skipToken, useQuery } from '@tanstack/react-query'
import { memo, useMemo, useState } from 'react'
import { type DeliveryStatus, deliveryWords, GAPS_LABEL } from '#shared/delivery-status.ts'
import { type AlertSort, alertSorts } from '#shared/list-choices.ts'
import { api } from '#web/data/client.ts'
import { type Counted, totalWords } from '#web/parts/page-range.ts'
import { Select } from '#web/ui/select.tsx'
import { DayField } from './day-field.tsx'
import classes from './filter-fields.module.css'
import { filterOf } from './use-alerts-page.ts'
import type { AlertsSearch, Choose } from './use-alerts-search.ts'
import type { ConnectionOption } from './use-connection-options.ts'

interface FilterFieldsProps {
  search: AlertsSearch
  /** Undefined until loaded. */
  connections: ConnectionOption[] | undefined
  onChoose: Choose
  /** 2026-11-19 */
  today: string
  /** Shows labels above the fields, instead of one row without labels. */
  labelled?: boolean
}

/** Fields for connection, status, days and order; memoised, so that they do not re-render with the list. */
export const FilterFields = memo(function FilterFields({
  search,
  connections,
  onChoose,
  today,
  labelled,
}: FilterFieldsProps) {
  const [isAsked, setAsked] = useState(false)
  const gaps = useGapsCount(search, isAsked)
  const named = (label: string) => (labelled ? { label } : { 'aria-label': label })
  return (
    <>
      {connections?.length !== 0 && (
        <ConnectionField
          {...named('Conexión')}
          connections={connections}
          chosen={search.connectionId}
          onChoose={onChoose}
        />
      )}
      <Select
        {...named('Estado de Telegram')}
        className={classes.status}
        data={statusOptions(gaps)}
        onDropdownOpen={() => setAsked(true)}
        onDropdownClose={() => setAsked(false)}
        value={search.gaps ? 'gaps' : (search.status ?? '')}
        onChange={chosen =>
          onChoose({
            status: chosen === 'gaps' ? undefined : chosen || undefined,
            gaps: chosen === 'gaps' || undefined,
          })
        }
      />
      <DayField days={search} today={today} {...(labelled && { labelled })} onChoose={onChoose} />
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
})

/** Number of alerts that lack a template value, ignoring the status filter; counted while `isAsked`. */
function useGapsCount(search: AlertsSearch, isAsked: boolean): Counted | undefined {
  const filter = { ...filterOf(search), status: undefined, gaps: true as const }
  const { data } = useQuery(api.alerts.list.queryOptions({ input: isAsked ? filter : skipToken }))
  return data
}

type ConnectionFieldProps = Pick<FilterFieldsProps, 'connections' | 'onChoose'> & {
  label?: string
  'aria-label'?: string
  chosen: string | undefined
}

/** Re-renders only when its own props change: there may be a thousand connections. */
const ConnectionField = memo(function ConnectionField({
  connections,
  chosen,
  onChoose,
  ...named
}: ConnectionFieldProps) {
  const options = useMemo(
    () => [{ value: '', label: 'Todas las conexiones' }, ...(connections ?? [])],
    [connections],
  )
  return (
    <Select
      {...named}
      className={classes.connection}
      data={options}
      value={chosen ?? ''}
      onChange={id => onChoose({ connectionId: id || undefined })}
    />
  )
})

export const sortWords: Record<AlertSort, string> = {
  'timestamp-desc': 'Más recientes',
  'timestamp-asc': 'Más antiguas',
  'alertName-asc': 'Alerta A–Z',
  'alertName-desc': 'Alerta Z–A',
  'connectionName-asc': 'Conexión A–Z',
  'connectionName-desc': 'Conexión Z–A',
}

const sortOptions = alertSorts.map(sort => ({ value: sort, label: sortWords[sort] }))

/** Options of the status field, most used first. @param gaps undefined unless open and counted */
const statusOptions = (
  gaps: Counted | undefined,
): { value: DeliveryStatus | 'gaps' | ''; label: string }[] => [
  { value: '', label: 'Todos los estados' },
  ...(['success', 'failed', 'pending'] as const).map(status => ({
    value: status,
    label: deliveryWords[status],
  })),
  { value: 'gaps', label: gaps ? `${GAPS_LABEL} (${totalWords(gaps)})` : GAPS_LABEL },
]
