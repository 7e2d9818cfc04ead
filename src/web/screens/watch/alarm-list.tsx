import { Button } from '@mantine/core'
import { IconBellOff } from '@tabler/icons-react'
import type { Alarm, WatchedAlert } from '#shared/model/watch.ts'
import { dates } from '#web/data/local-time.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import text from '#web/ui/text.module.css'
import classes from './alarm-list.module.css'
import { useSeriesActions } from './use-series-actions.ts'
import { momentWords } from './words.ts'

interface AlarmListProps {
  /** Newest first. */
  alarms: readonly Alarm[]
  /** Watched alert that all alarms are about, if there is one; its falls but the current can be marked as normal. */
  series?: WatchedAlert
}

/** Alarms, with their time and whether they were delivered. */
export function AlarmList({ alarms, series }: AlarmListProps) {
  if (alarms.length === 0) {
    return (
      <EmptyState bare icon={IconBellOff} title="Aún no hay avisos">
        Aquí queda cada aviso, con si se pudo entregar.
      </EmptyState>
    )
  }
  const now = Date.now()
  return (
    <ol className={classes.alarms} aria-label="Avisos">
      {alarms.map(alarm => (
        <li key={alarm.id} className={classes.alarm}>
          <div className={classes.head}>
            <span className={classes.title}>{alarm.title}</span>
            <time dateTime={alarm.at} className={text.quiet}>
              {momentWords(alarm.at, now, dates)}
            </time>
          </div>
          <p className={classes.message}>{alarm.message}</p>
          <p className={text.quiet} data-tone={alarm.status === 'failed' ? 'bad' : undefined}>
            {statusWords[alarm.status]}
            {alarm.reason && `: ${alarm.reason}`}
          </p>
          {alarm.wasNormal && <p className={text.quiet}>Dijiste que era normal.</p>}
          {series && alarm.kind === 'fall' && !alarm.wasNormal && alarm.id !== series.fallId && (
            <WasNormal series={series} alarmId={alarm.id} />
          )}
        </li>
      ))}
    </ol>
  )
}

function WasNormal({ series, alarmId }: { series: WatchedAlert; alarmId: string }) {
  const { wasNormal } = useSeriesActions(series)
  return (
    <Button
      className={classes.normal}
      variant="subtle"
      size="xs"
      loading={wasNormal.isPending}
      onClick={() => wasNormal.start(alarmId)}
    >
      Era normal
    </Button>
  )
}

const statusWords: Record<Alarm['status'], string> = {
  pending: 'Por enviar',
  sending: 'Enviándose',
  sent: 'Enviado',
  uncertain: 'Puede haber llegado',
  failed: 'No se pudo enviar',
  kept: 'Solo en pantalla',
}
