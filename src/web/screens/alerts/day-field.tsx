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
  /** With a label above the field, instead of in one row. */
  labelled?: boolean
}

const loadCalendar = async () => (await import('./day-calendar.tsx')).DayCalendar

/** Which days are shown: one of the usual periods, or from one day to another. */
export function DayField({ days, today, onChoose, labelled = false }: DayFieldProps) {
  const field = useRef<HTMLButtonElement>(null)
  const { Part: Calendar, ask } = useOnDemand(loadCalendar)
  const [opened, setOpened] = useState(false)
  /** The first day of a period whose last is yet to be chosen. */
  const [begun, setBegun] = useState<string>()
  const id = useId()
  const words = periodWords(days, Date.parse(`${today}T12:00`))

  const choose = (chosen: Days) => {
    setOpened(false)
    setBegun(undefined)
    onChoose(chosen)
  }
  // Left without a last day: whoever has chosen one means that day.
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
              // A label would hide from the ear what is chosen.
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
