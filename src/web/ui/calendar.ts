import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/es'
import type { DatePickerProps } from '@mantine/dates'

/** Props shared by all calendars. */
export const calendar = {
  locale: 'es',
  firstDayOfWeek: 1,
  // Mantine colours weekends red, which means failure here; and markets have their own days of rest.
  weekendDays: [],
  highlightToday: true,
  size: 'sm',
  ariaLabels: {
    previousMonth: 'Mes anterior',
    nextMonth: 'Mes siguiente',
    previousYear: 'Año anterior',
    nextYear: 'Año siguiente',
    previousDecade: 'Década anterior',
    nextDecade: 'Década siguiente',
  },
} satisfies Partial<DatePickerProps>
