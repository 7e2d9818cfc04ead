import { Badge } from '@mantine/core'
import {
  type Icon,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconHelpCircle,
} from '@tabler/icons-react'
import { type DeliveryStatus, deliveryWords } from '#shared/delivery.ts'
import classes from './delivery-status.module.css'

interface DeliveryStatusMarkProps {
  /** Values that nobody knows are shown as unknown. */
  status: string
  /** `line` colours the icon alone, `chip` stands on its soft colour, `icon` leaves the word to the ear. */
  look?: 'line' | 'chip' | 'icon'
}

interface Look {
  icon: Icon
  word: string
  color?: 'ok' | 'warn' | 'bad'
}

const looks: Record<DeliveryStatus, Look> = {
  success: { icon: IconCircleCheck, word: deliveryWords.success, color: 'ok' },
  failed: { icon: IconCircleX, word: deliveryWords.failed, color: 'bad' },
  pending: { icon: IconClock, word: deliveryWords.pending, color: 'warn' },
}
const unknown: Look = { icon: IconHelpCircle, word: 'Desconocido' }

const lookOf = (status: string): Look => new Map(Object.entries(looks)).get(status) ?? unknown

/** Where an alert stands, never by colour alone. */
export function DeliveryStatusMark({ status, look = 'line' }: DeliveryStatusMarkProps) {
  const { icon: Icon, word, color } = lookOf(status)
  const tone = color ? `var(--${color})` : 'var(--text-2)'

  if (look === 'chip') {
    return (
      <Badge
        leftSection={<Icon />}
        {...(color ? { color } : { bg: 'var(--hover)', c: 'var(--text-2)' })}
      >
        {word}
      </Badge>
    )
  }
  if (look === 'icon') return <Icon color={tone} role="img" aria-label={word} />
  return (
    <span className={classes.status}>
      <Icon color={tone} />
      {word}
    </span>
  )
}
