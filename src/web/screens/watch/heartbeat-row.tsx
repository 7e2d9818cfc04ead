import { Button } from '@mantine/core'
import {
  type Icon,
  IconChartCandle,
  IconCopy,
  IconHeartbeat,
  IconHeartOff,
  IconHourglass,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useId } from 'react'
import type { Heartbeat, SilencePeriod } from '#shared/model/watch.ts'
import { client } from '#web/data/client.ts'
import { dates } from '#web/data/local-time.ts'
import { useAction } from '#web/data/use-action.ts'
import { Ago } from '#web/parts/ago.tsx'
import { copyTexts } from '#web/parts/copy-texts.ts'
import { everyWords } from '#web/parts/heartbeat/every-words.ts'
import type { HeartbeatWish } from '#web/parts/heartbeat/heartbeat-maker.tsx'
import { showError } from '#web/parts/show-error.ts'
import { useRemoval } from '#web/parts/use-removal.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { DotsMenu } from '#web/ui/dots-menu.tsx'
import { focusMarks } from '#web/ui/row-focus.ts'
import text from '#web/ui/text.module.css'
import classes from './heartbeats.module.css'
import columns from './series-row.module.css'
import { Below, Cell, None } from './series-row.tsx'
import { silenceChoices } from './silence-choices.ts'
import { momentWords, silenceWords } from './words.ts'

const looks: Record<Heartbeat['state'], { icon: Icon; color: string; word: string }> = {
  waiting: { icon: IconHourglass, color: 'var(--text-2)', word: 'Aún no ha latido' },
  alive: { icon: IconHeartbeat, color: 'var(--ok)', word: 'Late' },
  silent: { icon: IconHeartOff, color: 'var(--bad)', word: 'No late' },
}

interface HeartbeatRowProps {
  heartbeat: Heartbeat
  make: (wish: HeartbeatWish) => unknown
}

/** Heartbeat: its state, last and next time, and the data that TradingView needs. */
export function HeartbeatRow({ heartbeat, make }: HeartbeatRowProps) {
  const { id, name, everyMinutes, state, lastAt, silentSince, silenced, url, message } = heartbeat
  const { icon: StateIcon, color, word } = looks[state]
  const nameId = useId()
  const now = Date.now()
  const next = lastAt
    ? new Date(Date.parse(lastAt) + everyMinutes * 60_000).toISOString()
    : undefined
  const note = silenceWords(silenced, now, dates)
  const silence = useAction({
    call: (period: SilencePeriod, signal) => client.heartbeats.silence({ id, period }, { signal }),
    onError: showError,
  })
  const removal = useRemoval({
    title: 'Eliminar Latido',
    text: () =>
      `Su dirección dejará de contestar. Elimina también la alerta «${name}» en TradingView.`,
    remove: (_: Heartbeat, signal) => client.heartbeats.remove({ id }, { signal }),
    toast: () => ({ message: `Latido «${name}» eliminado.` }),
  })
  return (
    <li className={columns.row} data-silenced={silenced !== null}>
      <div className={columns.state}>
        <span className={classes.state}>
          <StateIcon color={silenced ? 'var(--text-2)' : color} />
          {word}
        </span>
        {note && <Below>{note}</Below>}
      </div>
      <div className={columns.title}>
        <span id={nameId} className={`${classes.name} ${text.line}`} title={name}>
          {name}
        </span>
        <Below>Latido</Below>
      </div>
      <Cell label="Última vez">{lastAt ? <Ago instant={lastAt} /> : 'nunca'}</Cell>
      <Cell label="Ritmo" className={columns.rhythm}>
        {everyWords(everyMinutes)}
      </Cell>
      <Cell label="Próxima esperada">
        {next === undefined ? <None /> : momentWords(next, now, dates)}
        {silentSince && <Below>{`falta desde ${momentWords(silentSince, now, dates)}`}</Below>}
      </Cell>
      <div className={classes.guide}>
        <Button
          {...focusMarks.within}
          variant="subtle"
          size="xs"
          leftSection={<IconChartCandle />}
          aria-describedby={nameId}
          onClick={() => make({ kind: 'guide', heartbeat })}
        >
          Ponerlo en TradingView
        </Button>
      </div>
      <DotsMenu
        {...focusMarks.row}
        className={classes.menu}
        aria-label={`Acciones de ${name}`}
        choices={[
          {
            label: 'Ponerlo en TradingView',
            icon: IconChartCandle,
            act: () => make({ kind: 'guide', heartbeat }),
          },
          {
            label: 'Copiar dirección',
            icon: IconCopy,
            act: () => copyText(url, copyTexts.address),
          },
          {
            label: 'Copiar mensaje',
            icon: IconCopy,
            act: () => copyText(message, copyTexts.message),
          },
          ...silenceChoices(silenced !== null, silence.start),
          { label: 'Editar', icon: IconPencil, act: () => make({ kind: 'edit', heartbeat }) },
          { label: 'Eliminar…', icon: IconTrash, act: () => removal.ask(heartbeat) },
        ]}
      />
    </li>
  )
}
