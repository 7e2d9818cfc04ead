import { IconBell, IconBellOff } from '@tabler/icons-react'
import type { SilencePeriod } from '#shared/model/watch.ts'

const periods = [
  { period: 'hour', label: 'Silenciar 1 hora' },
  { period: 'tomorrow', label: 'Silenciar hasta mañana' },
  { period: 'always', label: 'Silenciar siempre' },
] as const

/** Menu items to silence an alert for a period, or to end its silence. */
export const silenceChoices = (isSilenced: boolean, silence: (period: SilencePeriod) => unknown) =>
  isSilenced
    ? [{ label: 'Volver a avisar', icon: IconBell, act: () => silence('none') }]
    : periods.map(({ period, label }) => ({
        label,
        icon: IconBellOff,
        act: () => silence(period),
      }))
