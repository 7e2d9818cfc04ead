import { Group, Text, Title } from '@mantine/core'
import {
  type Icon,
  IconBolt,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconSend,
  IconWebhook,
} from '@tabler/icons-react'
import { formatDuration } from '#shared/format.ts'
import type { AlertDetail } from '#shared/model/alert.ts'
import { nextAttempt } from '../delivery-words.ts'
import { dates } from '../local-dates.ts'
import classes from './journey.module.css'
import { type JourneyStep, journeyOf } from './journey-steps.ts'

/** The alert's way from TradingView to the chat, and how long each step of it took. */
export function Journey({ alert }: { alert: AlertDetail }) {
  const { steps, total } = journeyOf(alert)
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
        {steps.map(step => (
          <Step key={step.kind} step={step} attempt={nextAttempt(alert)} />
        ))}
      </ol>
    </section>
  )
}

function Step({ step, attempt }: { step: JourneyStep; attempt: string | null }) {
  const { icon: Icon, label, color, clock } = looks[step.kind]
  const isWaiting = step.kind === 'waiting'
  return (
    <li className={classes.step}>
      <Icon color={color} />
      <span className={classes.label}>{isWaiting && step.at === null ? 'En espera' : label}</span>
      {step.at && (
        <time className={classes.clock} dateTime={step.at}>
          {dates[clock](step.at)}
        </time>
      )}
      <span className={classes.duration}>
        {isWaiting ? attempt : step.ms !== null && duration({ ...step, ms: step.ms })}
      </span>
    </li>
  )
}

const duration = ({ ms, approximate }: { ms: number; approximate: boolean }): string =>
  `${approximate ? '≈\u00a0' : ''}${formatDuration(ms)}`

interface Look {
  icon: Icon
  label: string
  color: string
  /** TradingView's clock has whole seconds, and so has a plan. */
  clock: 'time' | 'preciseTime'
}

const looks: Record<JourneyStep['kind'], Look> = {
  fired: { icon: IconBolt, label: 'Disparada', color: 'var(--text-2)', clock: 'time' },
  received: {
    icon: IconWebhook,
    label: 'Recibida',
    color: 'var(--accent-text)',
    clock: 'preciseTime',
  },
  sent: { icon: IconSend, label: 'Enviada', color: 'var(--accent-text)', clock: 'preciseTime' },
  delivered: {
    icon: IconCircleCheck,
    label: 'Entregada',
    color: 'var(--ok)',
    clock: 'preciseTime',
  },
  failed: { icon: IconCircleX, label: 'Fallo', color: 'var(--bad)', clock: 'preciseTime' },
  waiting: { icon: IconClock, label: 'Próximo intento', color: 'var(--warn)', clock: 'time' },
}
