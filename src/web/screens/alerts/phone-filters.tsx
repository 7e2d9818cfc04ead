import { Button, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowsSort, IconFilter, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { deliveryWords, GAPS_LABEL } from '#shared/delivery-status.ts'
import type { Counted } from '#web/parts/page-range.ts'
import { useOnDemand } from '#web/parts/use-on-demand.ts'
import { daysWords } from './filter-days.ts'
import { sortWords } from './filter-fields.tsx'
import classes from './phone-filters.module.css'
import type { AlertsSearch, Choose } from './use-alerts-search.ts'
import type { ConnectionOption } from './use-connection-options.ts'

const loadSheet = async () => (await import('./filter-sheet.tsx')).FilterSheet

interface PhoneFiltersProps {
  search: AlertsSearch
  connections: ConnectionOption[] | undefined
  /** Number of alerts that match the filters. */
  count: Counted | undefined
  onChoose: Choose
  /** Beside the search. */
  menu: ReactNode
  /** The right end of the row of chips. */
  aside: ReactNode
  /** Search field, always visible. */
  children: ReactNode
}

/** Filters on phones: in a sheet, with a chip for each active filter. */
export function PhoneFilters({
  search,
  connections,
  count,
  onChoose,
  menu,
  aside,
  children,
}: PhoneFiltersProps) {
  const [opened, drawer] = useDisclosure()
  const { Part: FilterSheet, ask } = useOnDemand(loadSheet)
  const open = () => void ask(drawer.open)
  const active = activeFilters(search, connections ?? [])
  return (
    <div className={classes.filters}>
      <div className={classes.row}>
        {children}
        <Button leftSection={<IconFilter />} onClick={open}>
          Filtros
          {active.length > 0 && <span className={classes.count}>{active.length}</span>}
        </Button>
        {menu}
      </div>
      <div className={classes.chips}>
        {active.map(({ label, without }) => (
          <UnstyledButton
            key={label}
            className={classes.chip}
            data-active
            aria-label={`Quitar el filtro ${label}`}
            onClick={() => onChoose(without)}
          >
            <span className={classes.word}>{label}</span>
            <IconX />
          </UnstyledButton>
        ))}
        <UnstyledButton className={classes.chip} onClick={open}>
          {sortWords[search.sort]}
          <IconArrowsSort />
        </UnstyledButton>
        <div className={classes.aside}>{aside}</div>
      </div>
      {FilterSheet && (
        <FilterSheet
          opened={opened}
          onClose={drawer.close}
          search={search}
          connections={connections}
          count={count}
          onChoose={onChoose}
        />
      )}
    </div>
  )
}

/** Active filters of the sheet, each with the choice that removes it. */
function activeFilters(
  { connectionId, status, gaps, from, to }: AlertsSearch,
  connections: ConnectionOption[],
): { label: string; without: Partial<AlertsSearch> }[] {
  const days = daysWords({ from, to }, Date.now())
  const connection = connections.find(({ value }) => value === connectionId)
  return [
    ...(connection ? [{ label: connection.label, without: { connectionId: undefined } }] : []),
    ...(status ? [{ label: deliveryWords[status], without: { status: undefined } }] : []),
    ...(gaps ? [{ label: GAPS_LABEL, without: { gaps: undefined } }] : []),
    ...(days ? [{ label: days, without: { from: undefined, to: undefined } }] : []),
  ]
}
