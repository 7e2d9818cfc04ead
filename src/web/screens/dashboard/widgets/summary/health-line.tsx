import {
  type Icon,
  IconBrandTelegram,
  IconCircleCheck,
  IconClock,
  IconPlugConnectedX,
  IconVolumeOff,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatDuration } from '#shared/format.ts'
import type { Summary } from '#shared/model/stats.ts'
import { dates } from '#web/data/local-time.ts'
import { Ago } from '#web/parts/ago.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import text from '#web/ui/text.module.css'
import { isWaitingLong, silenceWords, waitingWords } from '../../words.ts'
import classes from './health-line.module.css'

interface HealthLineProps {
  /** Undefined until it has loaded, and while the summary of the watch loads. */
  summary: Summary | undefined
  simulated: boolean
  /** Silent alerts and heartbeats, in words; null if all are heard, if unknown, or with a connection selected. */
  quiet: string | null
}

/** State of delivery; coloured where action is needed. */
export function HealthLine({ summary, simulated, quiet }: HealthLineProps) {
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
    <ul className={classes.line} aria-label="Entrega" data-quiet={quiet !== null}>
      <Sign icon={IconClock} tone={isWaitingLong(waiting, now) ? 'warn' : undefined}>
        {waitingWords(waiting, now, dates)}
      </Sign>
      {telegramSilence ? (
        <Sign icon={IconPlugConnectedX} tone="bad">
          {silenceWords(telegramSilence, now, dates)}
        </Sign>
      ) : (
        lastDelivery && !simulated && <Sign icon={IconBrandTelegram}>Telegram responde</Sign>
      )}
      <Sign icon={IconCircleCheck}>
        {lastDelivery ? <LastDelivery {...lastDelivery} /> : 'Aún no se ha entregado nada'}
      </Sign>
      {quiet && (
        <Sign icon={IconVolumeOff} tone="bad">
          <TextLink to="/watch" search={{ state: 'attention' }} inherit className={classes.what}>
            {quiet}
          </TextLink>
        </Sign>
      )}
    </ul>
  )
}

function LastDelivery({ alertId, name, at, tookMs }: NonNullable<Summary['lastDelivery']>) {
  return (
    <>
      <span className={classes.what}>Última entrega:</span>
      <TextLink to="/alerts" hash={alertId} inherit className={text.line} title={name}>
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
    <div className={classes.words}>{children}</div>
  </li>
)
