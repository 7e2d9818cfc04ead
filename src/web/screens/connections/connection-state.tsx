import { Anchor } from '@mantine/core'
import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconPlayerPause,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Connection } from '#shared/model/connection.ts'
import { dates } from '#web/data/local-time.ts'
import { Ago } from '#web/parts/ago.tsx'
import { FailureLine } from '#web/parts/failures/failure-line.tsx'
import { sinceWords } from '#web/parts/moment-words.ts'
import type { TestResult } from '#web/parts/use-connection-test.ts'
import { TextLink } from '#web/ui/links.tsx'
import classes from './connection-state.module.css'
import { waitingWords } from './words.ts'

interface ConnectionStateProps {
  connection: Connection
  /** Result of the latest test; takes precedence over all other states. */
  result: TestResult | undefined
  onEdit: () => void
  /** True if all failures are listed below. */
  failuresBelow?: boolean
}

/** The single most important fact about a connection right now. */
export function ConnectionState({
  connection,
  result,
  onEdit,
  failuresBelow = false,
}: ConnectionStateProps) {
  const { isActive, paused, trouble, misfit, pending, lastDeliveryAt, stats } = connection
  const waiting = pending > 0 ? waitingWords(pending) : null

  if (result) {
    return result.ok ? (
      <State look="ok" icon={IconCircleCheck}>
        {result.message}
      </State>
    ) : (
      <State look="bad" icon={IconCircleX} title={result.message}>
        {result.reason}
      </State>
    )
  }
  if (!isActive) {
    return (
      <State look="off" icon={IconPlayerPause}>
        Las alertas se guardan, pero no se envían.
      </State>
    )
  }
  if (paused) {
    return (
      <State
        look="warn"
        icon={IconPlayerPause}
        title={`En pausa ${sinceWords(paused.since, Date.now(), dates)}`}
      >
        {waiting && `${waiting}.`}
        <div className={classes.remedies}>
          <TextLink to="/alerts/queue">Ver En espera</TextLink>
        </div>
      </State>
    )
  }
  if (trouble && !failuresBelow)
    return <FailureLine connection={connection} onEdit={onEdit} waiting={waiting} />
  if (misfit) {
    return (
      <State
        look="warn"
        icon={IconAlertTriangle}
        title="La última alerta no encaja con la plantilla"
      >
        Se envió tal cual. {waiting && `${waiting}.`}
        <div className={classes.remedies}>
          <TextLink to="/templates" search={{ alerta: misfit }}>
            Crear plantilla con esta alerta
          </TextLink>
          <Anchor component="button" type="button" onClick={onEdit}>
            Elegir otra plantilla
          </Anchor>
        </div>
      </State>
    )
  }
  if (waiting) {
    return (
      <State
        look="waiting"
        icon={IconClock}
        aside={
          lastDeliveryAt && (
            <>
              última entrega <Ago instant={lastDeliveryAt} />
            </>
          )
        }
      >
        {waiting}
      </State>
    )
  }
  if (lastDeliveryAt) {
    return (
      <State look="delivered" icon={IconCircleCheck} aside={<Ago instant={lastDeliveryAt} />}>
        Última entrega
      </State>
    )
  }
  return (
    <State look="idle" icon={IconCircleDashed}>
      {stats.totalAlerts === 0 ? 'Aún no ha llegado ninguna alerta' : 'Aún no se ha entregado nada'}
    </State>
  )
}

interface StateProps {
  look: 'ok' | 'bad' | 'warn' | 'off' | 'waiting' | 'delivered' | 'idle'
  icon: Icon
  /** First sentence, bold and in the colour of the state. */
  title?: string
  children?: ReactNode
  aside?: ReactNode
}

function State({ look, icon: Icon, title, children, aside }: StateProps) {
  return (
    <div className={classes.state} data-look={look}>
      <Icon />
      <div className={classes.text}>
        {title && <strong>{title}</strong>}
        {children && <div>{children}</div>}
      </div>
      {aside && <div className={classes.aside}>{aside}</div>}
    </div>
  )
}
