import { Button, Drawer, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowsSort, IconFilter, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { deliveryWords, GAPS_LABEL } from '#shared/delivery-status.ts'
import { dayOf } from '#web/data/local-time.ts'
import type { Counted } from '#web/parts/page-range.ts'
import pull from '#web/ui/pull-down.module.css'
import { usePullDown } from '#web/ui/use-pull-down.ts'
import { daysWords } from './filter-days.ts'
import classes from './filter-drawer.module.css'
import { FilterFields, sortWords } from './filter-fields.tsx'
import type { AlertsSearch, Choose } from './use-alerts-search.ts'
import type { ConnectionOption } from './use-connection-options.ts'
import { alertCount } from './words.ts'

interface FilterDrawerProps {
  search: AlertsSearch
  connections: ConnectionOption[] | undefined
  /** What the filters leave. */
  count: Counted | undefined
  onChoose: Choose
  /** Beside the search. */
  menu: ReactNode
  /** The right end of the row of chips. */
  aside: ReactNode
  /** The search field, which stays at hand. */
  children: ReactNode
}

/** The filters of a phone: in a drawer, with a chip for each one that is set. */
export function FilterDrawer({
  search,
  connections,
  count,
  onChoose,
  menu,
  aside,
  children,
}: FilterDrawerProps) {
  const [opened, drawer] = useDisclosure()
  const { sheet, head } = usePullDown(drawer.close)
  const active = activeFilters(search, connections ?? [])
  return (
    <div className={classes.filters}>
      <div className={classes.row}>
        {children}
        <Button leftSection={<IconFilter />} onClick={drawer.open}>
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
        <UnstyledButton className={classes.chip} onClick={drawer.open}>
          {sortWords[search.sort]}
          <IconArrowsSort />
        </UnstyledButton>
        <div className={classes.aside}>{aside}</div>
      </div>
      <Drawer.Root
        opened={opened}
        onClose={drawer.close}
        position="bottom"
        classNames={{ content: classes.drawer }}
      >
        <Drawer.Overlay />
        <Drawer.Content ref={sheet}>
          <div ref={head} className={`${classes.drawerHead} ${pull.head}`}>
            <Drawer.Title className={classes.drawerTitle}>Filtros</Drawer.Title>
            <Drawer.CloseButton aria-label="Cerrar los filtros" />
          </div>
          <Drawer.Body className={classes.drawerBody}>
            <FilterFields
              labelled
              search={search}
              connections={connections}
              today={dayOf(Date.now())}
              onChoose={onChoose}
            />
            <Button mt="xs" onClick={drawer.close}>
              Ver {count ? alertCount(count) : 'alertas'}
            </Button>
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </div>
  )
}

/** What the drawer narrows the history by, and the choice that takes each of them back. */
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
