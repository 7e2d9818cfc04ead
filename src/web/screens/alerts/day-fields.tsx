import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/es'
import { Button } from '@mantine/core'
import { DatePickerInput, type DatePickerInputProps } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import classes from './day-fields.module.css'
import type { Days } from './filter-days.ts'

interface DayFieldsProps {
  days: Days
  onChoose: (days: Days) => void
  /** With labels above the fields, instead of in one row. */
  labelled?: boolean
}

/** The first and the last day of what is shown; the last can't be chosen before the first. */
export function DayFields({ days: { from, to }, onChoose, labelled = false }: DayFieldsProps) {
  const first = useRef<HTMLButtonElement>(null)
  const id = useId()
  const field = (label: string, day: string | undefined) => ({
    ...calendar,
    ...(labelled ? { label, placeholder: FORMAT } : { placeholder: label }),
    // A label would hide from the ear what is chosen.
    'aria-label': [label, day ? day.split('-').reverse().join('/') : labelled && FORMAT]
      .filter(Boolean)
      .join(': '),
    // The calendar is named by the field that opens it.
    id: `${id}${label}`,
    popoverProps: { id: `${id}${label}` },
    clearButtonProps: { 'aria-label': `Quitar «${label}»` },
    value: day ?? null,
  })
  const clear = () => {
    onChoose({ from: undefined, to: undefined })
    first.current?.focus()
  }
  return (
    <div className={classes.fields} data-labelled={labelled}>
      <DatePickerInput
        ref={first}
        {...field('Desde', from)}
        onChange={day => onChoose({ from: day ?? undefined })}
        {...(to && { maxDate: to })}
      />
      <span className={classes.dash} aria-hidden="true">
        –
      </span>
      <DatePickerInput
        {...field('Hasta', to)}
        onChange={day => onChoose({ to: day ?? undefined })}
        {...(from && { minDate: from })}
      />
      {(from || to) && (
        <Button variant="subtle" className={classes.clear} onClick={clear}>
          Limpiar Fechas
        </Button>
      )}
    </div>
  )
}

const FORMAT = 'dd/mm/aaaa'

const calendar: Omit<DatePickerInputProps, 'ref'> = {
  locale: 'es',
  firstDayOfWeek: 1,
  // Red means failure; markets have their own days of rest.
  weekendDays: [],
  valueFormat: 'DD/MM/YYYY',
  clearable: true,
  highlightToday: true,
  size: 'sm',
  leftSection: <IconCalendar />,
  leftSectionPointerEvents: 'none',
  ariaLabels: {
    previousMonth: 'Mes anterior',
    nextMonth: 'Mes siguiente',
    previousYear: 'Año anterior',
    nextYear: 'Año siguiente',
    previousDecade: 'Década anterior',
    nextDecade: 'Década siguiente',
  },
}
