import { Button, Drawer } from '@mantine/core'
import { dayOf } from '#web/data/local-time.ts'
import type { Counted } from '#web/parts/page-range.ts'
import pull from '#web/ui/pull-down.module.css'
import { usePullDown } from '#web/ui/use-pull-down.ts'
import { FilterFields } from './filter-fields.tsx'
import classes from './filter-sheet.module.css'
import type { AlertsSearch, Choose } from './use-alerts-search.ts'
import type { ConnectionOption } from './use-connection-options.ts'
import { alertCount } from './words.ts'

interface FilterSheetProps {
  opened: boolean
  onClose: () => void
  search: AlertsSearch
  connections: ConnectionOption[] | undefined
  /** Number of alerts that match the filters. */
  count: Counted | undefined
  onChoose: Choose
}

/** Filters on phones, in a sheet at the lower edge. */
export function FilterSheet({ opened, onClose, count, ...fields }: FilterSheetProps) {
  const { sheet, head } = usePullDown(onClose)
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="bottom"
      classNames={{ content: classes.sheet }}
    >
      <Drawer.Overlay />
      <Drawer.Content ref={sheet}>
        <div ref={head} className={`${classes.head} ${pull.head}`}>
          <Drawer.Title className={classes.title}>Filtros</Drawer.Title>
          <Drawer.CloseButton aria-label="Cerrar los filtros" />
        </div>
        <Drawer.Body className={classes.body}>
          <FilterFields labelled {...fields} today={dayOf(Date.now())} />
          <Button mt="xs" onClick={onClose}>
            Ver {count ? alertCount(count) : 'alertas'}
          </Button>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
