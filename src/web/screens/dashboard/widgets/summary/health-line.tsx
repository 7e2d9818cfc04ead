import { Skeleton } from '@mantine/core'
import {
  type Icon,
  IconBrandTelegram,
  IconCircleCheck,
  IconClock,
  IconPlugConnectedX,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatDuration } from '#shared/format.ts'
import type { Summary } from '#shared/model/stats.ts'
import { dates } from '#web/data/local-time.ts'
import { Ago } from '#web/parts/ago.tsx'
import { TextLink } from '#web/ui/links.tsx'
import text from '#web/ui/text.module.css'
import { isWaitingLong, silenceWords, waitingWords } from '../../words.ts'
import classes from './health-line.module.css'

interface HealthLineProps {
  /** Undefined until it has arrived. */
  summary: Summary | undefined
  simulated: boolean
}

/** How delivery stands; coloured where something is to be done. */
export function HealthLine({ summary, simulated }: HealthLineProps) {
  if (!summary) {
    return (
      <div className={classes.line} aria-hidden="true">
        {[104, 120, 240].map(width => (
          <div key={width} className={classes.sign}>
            <Skeleton height={8} width={width} my={4} />
          </div>
        ))}
      </div>
    )
  }
  const { waiting, telegramSilence, lastDelivery } = summary
  const now = Date.now()
  return (
    <ul className={classes.line} aria-label="Entrega">
      <Sign icon={IconClock} tone={isWaitingLong(waiting, now) ? 'warn' : undefined}>
        {waitingWords(waiting, now, dates)}
      </Sign>
      {telegramSilence ? (
        <Sign icon={IconPlugConnectedX} tone="bad">
          {silenceWords(telegramSilence, now, dates)}
        </Sign>
      ) : (
        lastDelivery && (
          <Sign icon={IconBrandTelegram}>
            {simulated ? 'Entregas simuladas' : 'Telegram responde'}
          </Sign>
        )
      )}
      <Sign icon={IconCircleCheck}>
        {lastDelivery ? <LastDelivery {...lastDelivery} /> : 'Aún no se ha entregado nada'}
      </Sign>
    </ul>
  )
}

function LastDelivery({ alertId, name, at, tookMs }: NonNullable<Summary['lastDelivery']>) {
  return (
    <>
      <span className={classes.what}>Última entrega:</span>
      <TextLink to="/alerts" hash={alertId} fz="inherit" className={text.line} title={name}>
        {name}
      </TextLink>
      <span className={classes.when}>
        <Ago instant={at} />, en {formatDuration(tookMs)}
      </span>
    </>
  )
}

interface SignProps {
  icon: Icon
  tone?: 'warn' | 'bad' | undefined
  children: ReactNode
}

const Sign = ({ icon: Icon, tone, children }: SignProps) => (
  <li className={classes.sign} data-tone={tone}>
    <Icon className={classes.icon} />
    {children}
  </li>
)
