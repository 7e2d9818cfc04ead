import { DatePicker } from '@mantine/dates'
import { calendar } from '#web/ui/calendar.ts'
import classes from './day-calendar.module.css'
import { namedPeriods } from './filter-days.ts'

export interface DayCalendarProps {
  from: string | undefined
  to: string | undefined
  /** 2026-11-19 */
  today: string
  /** The second day is null as long as it is yet to be chosen, and both where the first is taken back. */
  onPick: (days: [string | null, string | null]) => void
}

/** The days of a period, none of them to come, beside the usual periods. */
export function DayCalendar({ from, to, today, onPick }: DayCalendarProps) {
  return (
    <DatePicker
      {...calendar}
      // As the field of a single day has it, within which Escape closes no more than the calendar.
      __staticSelector="DatePickerInput"
      __stopPropagation
      type="range"
      allowSingleDateInRange
      classNames={{
        datePickerRoot: classes.choice ?? '',
        presetsList: classes.periods ?? '',
      }}
      value={[from ?? null, to ?? null]}
      defaultDate={from ?? to ?? today}
      maxDate={today}
      presets={namedPeriods(Date.parse(`${today}T12:00`)).map(({ label, from, to }) => ({
        label,
        value: [from, to] as [string, string],
      }))}
      onChange={onPick}
    />
  )
}
