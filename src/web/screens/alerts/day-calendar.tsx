import { DatePicker } from '@mantine/dates'
import { calendar } from '#web/ui/calendar.ts'
import classes from './day-calendar.module.css'
import { namedPeriods } from './filter-days.ts'

export interface DayCalendarProps {
  from: string | undefined
  to: string | undefined
  /** 2026-11-19 */
  today: string
  /** The second day is null until it is chosen; both are null if the first is cleared. */
  onPick: (days: [string | null, string | null]) => void
}

/** Calendar for a range of days up to today, beside the usual periods. */
export function DayCalendar({ from, to, today, onPick }: DayCalendarProps) {
  return (
    <DatePicker
      {...calendar}
      // As in DatePickerInput, whose Escape closes only the calendar.
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
