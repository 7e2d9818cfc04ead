import { Group, Text, Title } from '@mantine/core'
import {
  type Icon,
  IconBolt,
  IconChartCandle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconRefresh,
  IconSend,
  IconWebhook,
} from '@tabler/icons-react'
import { formatDuration } from '#shared/format.ts'
import type { AlertDetail } from '#shared/model/alert.ts'
import { dates } from '#web/data/local-time.ts'
import { nextAttempt } from '#web/parts/delivery-words.ts'
import text from '#web/ui/text.module.css'
import { attemptWords, messageWords, whereTimeWent } from '../words.ts'
import classes from './journey.module.css'
import { type JourneyStep, journeyOf } from './journey-steps.ts'

/** Steps of the alert from its bar to the chat, the duration of each, and where most time went. */
export function Journey({ alert }: { alert: AlertDetail }) {
  const { steps, total, longest } = journeyOf(alert)
  const summary = whereTimeWent(longest)
  return (
    <section>
      <Group justify="space-between">
        <Title order={3}>Recorrido</Title>
        {total && (
          <Text fz="xs" c="var(--text-3)">
            {duration(total)} en total
          </Text>
        )}
      </Group>
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <li
            key={`${step.kind} ${step.at}`}
            className={classes.step}
            data-longest={summary !== null && step === longest?.step}
          >
            <Step step={step} before={steps[index - 1]} alert={alert} />
          </li>
        ))}
      </ol>
      {summary && <p className={`${classes.summary} ${text.quiet}`}>{summary}</p>}
    </section>
  )
}

interface StepProps {
  step: JourneyStep
  before: JourneyStep | undefined
  alert: AlertDetail
}

function Step({ step, before, alert }: StepProps) {
  const { icon: Icon, color, clock } = step.attempt?.reason ? UNSUCCESSFUL : looks[step.kind]
  const note = noteOf(step, alert)
  return (
    <>
      <Icon color={color} />
      <span className={classes.label}>{labelOf(step, alert)}</span>
      {step.at && (
        <time
          className={`${classes.clock} ${text.code}`}
          dateTime={step.at}
          title={`${dates.date(step.at)}, ${dates[clock](step.at)}`}
        >
          {isOtherDay(step.at, before?.at)
            ? `${dates.date(step.at).slice(0, DAY_AND_MONTH)} ${dates.time(step.at)}`
            : dates[clock](step.at)}
        </time>
      )}
      <span className={classes.duration}>
        {step.kind === 'waiting' && nextAttempt(alert)}
        {step.ms === 'unclear' && <span title="Los dos relojes no coinciden.">—</span>}
        {typeof step.ms === 'number' && duration({ ...step, ms: step.ms })}
      </span>
      {note && <span className={`${classes.note} ${text.quiet}`}>{note}</span>}
    </>
  )
}

const duration = ({ ms, approximate }: { ms: number; approximate: boolean }): string =>
  `${approximate ? '≈\u00a0' : ''}${formatDuration(ms)}`

const DAY_AND_MONTH = 'dd/mm'.length

const isOtherDay = (at: string, before: string | null | undefined): boolean =>
  Boolean(before) && dates.date(at) !== dates.date(before ?? at)

const ORDINALS = ['Primer', 'Segundo', 'Tercer']

function labelOf({ kind, at, attempt, nth }: JourneyStep, alert: AlertDetail): string {
  if (attempt?.reason) return nth === null ? 'Intento' : `${ORDINALS[nth - 1] ?? nth} intento`
  const wentAtOnce = alert.telegramDeliveryStatus === 'success' && alert.retryAttempts <= 1
  if (kind === 'sent' && !wentAtOnce) return 'Primer intento'
  if (kind === 'waiting' && at === null) return 'En espera'
  return looks[kind].label
}

/** Words for a failed attempt, or the ids of the delivered messages. */
function noteOf({ kind, attempt }: JourneyStep, alert: AlertDetail): string | null {
  if (attempt?.reason) return attemptWords({ ...attempt, reason: attempt.reason })
  return kind === 'delivered' ? messageWords((attempt ?? alert).messageIds) : null
}

interface Look {
  icon: Icon
  label: string
  color: string
  /** `time` for instants in whole seconds: TradingView's clock and planned attempts. */
  clock: 'time' | 'preciseTime'
}

/** Look of a failed attempt, whatever the outcome of the alert. */
const UNSUCCESSFUL: Pick<Look, 'icon' | 'color' | 'clock'> = {
  icon: IconCircleX,
  color: 'var(--warn)',
  clock: 'preciseTime',
}

const looks: Record<JourneyStep['kind'], Look> = {
  bar: { icon: IconChartCandle, label: 'Vela', color: 'var(--text-2)', clock: 'time' },
  fired: { icon: IconBolt, label: 'Disparada', color: 'var(--text-2)', clock: 'time' },
  received: {
    icon: IconWebhook,
    label: 'Recibida',
    color: 'var(--accent-text)',
    clock: 'preciseTime',
  },
  resent: {
    icon: IconRefresh,
    label: 'Reenviada',
    color: 'var(--accent-text)',
    clock: 'preciseTime',
  },
  sent: { icon: IconSend, label: 'Enviada', color: 'var(--accent-text)', clock: 'preciseTime' },
  retried: { icon: IconSend, label: 'Intento', color: 'var(--accent-text)', clock: 'preciseTime' },
  delivered: {
    icon: IconCircleCheck,
    label: 'Entregada',
    color: 'var(--ok)',
    clock: 'preciseTime',
  },
  failed: { icon: IconCircleX, label: 'Fallo', color: 'var(--bad)', clock: 'preciseTime' },
  waiting: { icon: IconClock, label: 'Próximo intento', color: 'var(--warn)', clock: 'time' },
}
