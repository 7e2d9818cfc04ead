import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconHelpCircle,
  IconPlugConnectedX,
  IconQuestionMark,
} from '@tabler/icons-react'
import type { DeliveryStatus } from '#shared/delivery-status.ts'
import type { Verdict } from '#shared/reconciliation/verdicts.ts'
import { DeliveryStatusMark } from '#web/parts/delivery-status.tsx'
import classes from './verdict-looks.module.css'
import { verdictWords } from './words.ts'

const looks: Record<Verdict, { icon: Icon; color?: 'ok' | 'warn' | 'bad' }> = {
  lost: { icon: IconPlugConnectedX, color: 'bad' },
  undelivered: { icon: IconCircleX, color: 'bad' },
  'failed-but-here': { icon: IconAlertTriangle, color: 'warn' },
  unlisted: { icon: IconQuestionMark },
  unknown: { icon: IconHelpCircle },
  delivered: { icon: IconCircleCheck, color: 'ok' },
}

export function VerdictIcon({ verdict }: { verdict: Verdict }) {
  const { icon: Mark, color } = looks[verdict]
  return <Mark color={color ? `var(--${color})` : 'var(--text-2)'} />
}

/** Icon and word, never colour alone. */
export const VerdictMark = ({ verdict }: { verdict: Verdict }) => (
  <span className={classes.mark}>
    <VerdictIcon verdict={verdict} />
    {verdictWords[verdict].short}
  </span>
)

/** Delivery state of a resent alert, in place of its verdict. */
export const ResentMark = ({ status }: { status: DeliveryStatus }) => (
  <span className={classes.mark}>
    <DeliveryStatusMark status={status} look="icon" />
    Reenviada
  </span>
)
