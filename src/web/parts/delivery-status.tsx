import { Badge } from '@mantine/core'
import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconHelpCircle,
} from '@tabler/icons-react'
import { type DeliveryStatus, deliveryWords, GAPS_LABEL } from '#shared/delivery-status.ts'
import classes from './delivery-status.module.css'

interface DeliveryStatusMarkProps {
  /** Values other than a `DeliveryStatus` are shown as unknown. */
  status: string
  /** False: delivered without its template. */
  fits?: boolean
  /** Number of values that its template asked for and did not get. */
  gaps?: number | undefined
  /**
   * `line` colours the icon only, `chip` has the soft colour as its background, `icon` leaves the word to screen
   * readers.
   */
  look?: 'line' | 'chip' | 'icon'
}

interface Look {
  icon: Icon
  word: string
  /** Shown by a chip instead of the word, and read out after the word for an icon; a line has no room for it. */
  note?: string
  color?: 'ok' | 'warn' | 'bad'
}

const looks: Record<DeliveryStatus, Look> = {
  success: { icon: IconCircleCheck, word: deliveryWords.success, color: 'ok' },
  failed: { icon: IconCircleX, word: deliveryWords.failed, color: 'bad' },
  pending: { icon: IconClock, word: deliveryWords.pending, color: 'warn' },
}
const misfit: Look = {
  icon: IconAlertTriangle,
  word: deliveryWords.success,
  note: 'Sin plantilla',
  color: 'warn',
}
const unknown: Look = { icon: IconHelpCircle, word: 'Desconocido' }

const lookOf = (status: string, fits: boolean): Look =>
  status === 'success' && !fits ? misfit : (new Map(Object.entries(looks)).get(status) ?? unknown)

/** Delivery status of an alert, never by colour alone. */
export function DeliveryStatusMark({
  status,
  fits = true,
  gaps = 0,
  look = 'line',
}: DeliveryStatusMarkProps) {
  const { icon: Icon, word, note, color } = lookOf(status, fits)
  const lack = status === 'success' && gaps > 0 ? GAPS_LABEL.toLowerCase() : undefined
  const tone = color ? `var(--${color})` : 'var(--text-2)'

  if (look === 'chip') {
    return (
      <Badge
        leftSection={<Icon />}
        {...(color ? { color } : { bg: 'var(--hover)', c: 'var(--text-2)' })}
      >
        {note ?? word}
        {lack && ` · ${lack}`}
      </Badge>
    )
  }
  if (look === 'icon')
    return (
      <Icon
        color={tone}
        role="img"
        aria-label={[word, note, lack].filter(said => said !== undefined).join('. ')}
      />
    )
  return (
    <span className={classes.status}>
      <Icon color={tone} />
      {word}
      {lack && <span className={classes.lack}>{lack}</span>}
    </span>
  )
}
