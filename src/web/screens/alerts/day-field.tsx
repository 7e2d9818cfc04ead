import { Button, Input, Popover } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { useOnDemand } from '#web/parts/use-on-demand.ts'
import type { DayCalendarProps } from './day-calendar.tsx'
import classes from './day-field.module.css'
import { type Days, periodWords } from './filter-days.ts'

interface DayFieldProps {
  days: Days
  /** 2026-11-19 */
  today: string
  onChoose: (days: Days) => void
  /** Shows a label above the field, instead of one row without labels. */
  labelled?: boolean
}

const loadCalendar = async () => (await import('./day-calendar.tsx')).DayCalendar

/** Chooses the days to show: a usual period, or a range. */
export function DayField({ days, today, onChoose, labelled = false }: DayFieldProps) {
  const field = useRef<HTMLButtonElement>(null)
  const { Part: Calendar, ask } = useOnDemand(loadCalendar)
  const [opened, setOpened] = useState(false)
  /** First day of a period whose last day is not chosen yet. */
  const [begun, setBegun] = useState<string>()
  const id = useId()
  const words = periodWords(days, Date.parse(`${today}T12:00`))

  const choose = (chosen: Days) => {
    setOpened(false)
    setBegun(undefined)
    onChoose(chosen)
  }
  // Closed without a last day: a period of that single day.
  const leave = () => (begun ? choose({ from: begun, to: begun }) : setOpened(false))
  const pick: DayCalendarProps['onPick'] = ([first, last]) =>
    first && last ? choose({ from: first, to: last }) : setBegun(first ?? undefined)
  const clear = () => {
    choose({ from: undefined, to: undefined })
    field.current?.focus()
  }
  return (
    <div className={classes.field} data-labelled={labelled}>
      <Input.Wrapper id={id} {...(labelled && { label: 'Fechas' })}>
        <Popover
          id={id}
          position="bottom-start"
          trapFocus
          returnFocus
          opened={opened}
          onDismiss={leave}
        >
          <Popover.Target>
            <Input
              ref={field}
              component="button"
              type="button"
              multiline
              pointer
              leftSection={<IconCalendar />}
              leftSectionPointerEvents="none"
              // A `<label>` would keep screen readers from announcing the chosen days.
              aria-label={`Fechas: ${words ?? 'todas'}`}
              onPointerEnter={() => void Promise.allSettled([loadCalendar()])}
              onClick={opened ? leave : () => ask(() => setOpened(true))}
            >
              {words ?? (
                <Input.Placeholder>{labelled ? 'Todas' : 'Fechas: todas'}</Input.Placeholder>
              )}
            </Input>
          </Popover.Target>
          <Popover.Dropdown>
            {Calendar && (
              <Calendar
                {...(begun ? { from: begun, to: undefined } : { from: days.from, to: days.to })}
                today={today}
                onPick={pick}
              />
            )}
          </Popover.Dropdown>
        </Popover>
      </Input.Wrapper>
      {words && (
        <Button variant="subtle" className={classes.clear} onClick={clear}>
          Limpiar Fechas
        </Button>
      )}
    </div>
  )
}
