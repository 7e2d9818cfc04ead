import { Button, Group } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { tvConfigLabels } from '#shared/texts/tv-configs.ts'
import { dayAfter, useToday } from '#web/parts/expiry/use-today.ts'
import { calendar } from '#web/ui/calendar.ts'

interface ExpiryFieldProps {
  /** 2026-11-19; null if unknown. */
  value: string | null
  error: ReactNode
  onChange: (on: string | null) => void
}

/** Expiry day of TradingView's alert, with buttons for the longest terms that TradingView offers. */
export function ExpiryField({ value, error, onChange }: ExpiryFieldProps) {
  const today = useToday()
  return (
    <div>
      <DatePickerInput
        {...calendar}
        clearable
        clearButtonProps={{ 'aria-label': 'Quitar la fecha' }}
        valueFormat="DD/MM/YYYY"
        leftSection={<IconCalendar />}
        leftSectionPointerEvents="none"
        label={tvConfigLabels.expiresOn}
        description="Opcional. El día que ves en la alerta de TradingView: como mucho, 30 días en el plan gratuito y 60 en los de pago. Se te recuerda 3 días y 1 día antes."
        placeholder="dd/mm/aaaa"
        value={value}
        onChange={onChange}
        error={error}
      />
      <Group gap="xs" mt={8}>
        {([30, 60] as const).map(days => (
          <Button key={days} size="xs" onClick={() => onChange(dayAfter(today, days))}>
            En {days} días
          </Button>
        ))}
      </Group>
    </div>
  )
}
