import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconPlaylistX } from '@tabler/icons-react'
import { memo, useId } from 'react'
import { formatNumber } from '#shared/format.ts'
import type { QueueLane } from '#shared/model/queue.ts'
import { dates } from '#web/data/local-time.ts'
import { Ago } from '#web/parts/ago.tsx'
import { aboutWords } from '#web/parts/moment-words.ts'
import { usePausing } from '#web/parts/queue/use-pausing.ts'
import { DotsMenu } from '#web/ui/dots-menu.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { focusMarks } from '#web/ui/row-focus.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import text from '#web/ui/text.module.css'
import { Ticking } from '#web/ui/use-now.ts'
import classes from './lane-row.module.css'
import { openDrop } from './open-drop.tsx'
import { ReasonLine } from './reason-line.tsx'
import { alertsWords, expiryWords, laneName, reasonWords } from './words.ts'

interface LaneRowProps {
  lane: QueueLane
  /** Freezes the list while the row's menu is open. */
  onHold: (isHeld: boolean) => void
}

/** Row of a lane: how many alerts wait, why, and until when. Re-renders only when its own props change. */
export const LaneRow = memo(function LaneRow({ lane, onHold }: LaneRowProps) {
  const { connections, connectionCount, chatId, botTokenTail, waiting, since } = lane
  const { reason, paused, emptyAt } = lane
  const titleId = useId()
  const now = Date.now()
  const others = connectionCount - connections.length
  const expiry = expiryWords(lane, now, dates)
  const hasActions = canChange(lane) || waiting.count > 0
  return (
    <li className={classes.row} aria-labelledby={titleId}>
      <div className={classes.target}>
        <h2 id={titleId} className={classes.names}>
          {connections.map(({ id, name, isActive }, nth) => (
            <span key={id}>
              {nth > 0 && ', '}
              <TextLink
                {...(nth === 0 && !hasActions ? focusMarks.row : focusMarks.within)}
                to="/alerts"
                search={{ connectionId: id, status: 'pending' }}
                className={classes.name}
                title="Ver las que esperan"
              >
                {name}
              </TextLink>
              {!isActive && <span className={classes.off}> (inactiva)</span>}
            </span>
          ))}
          {others > 0 && ` y ${formatNumber(others)} más`}
        </h2>
        <div className={`${classes.chat} ${text.quiet}`}>
          Chat <code>{chatId}</code> · bot <code>…{botTokenTail}</code>
        </div>
      </div>
      <div className={classes.count}>
        <div className={classes.figure}>
          {waiting.count === 0 ? 'Nada espera' : alertsWords(waiting)}
        </div>
        {since && (
          <div className={text.quiet}>
            {waiting.count === 1 ? 'llegó ' : 'la primera, '}
            <Ago instant={since} />
          </div>
        )}
      </div>
      <div className={classes.why}>
        {reason ? (
          <ReasonLine kind={reason.kind} words={reasonWords(reason, now, dates)}>
            {expiry}
          </ReasonLine>
        ) : (
          paused && (
            <ReasonLine
              kind="paused"
              words={reasonWords({ kind: 'paused', ...paused }, now, dates)}
            />
          )
        )}
      </div>
      <div className={classes.end}>
        {emptyAt && (
          <span className={text.quiet}>
            Vacía <Ticking>{instant => aboutWords(emptyAt, instant, dates)}</Ticking>
          </span>
        )}
        {hasActions && <LaneActions lane={lane} titleId={titleId} onHold={onHold} />}
      </div>
    </li>
  )
})

interface LaneActionsProps extends LaneRowProps {
  titleId: string
}

function LaneActions({ lane, titleId, onHold }: LaneActionsProps) {
  const { pause, resume } = usePausing(lane.id)
  const isPaused = lane.paused !== null
  const isEmpty = lane.waiting.count === 0
  return (
    <>
      {isPaused && canChange(lane) && (
        <Button
          {...focusMarks.within}
          size="xs"
          leftSection={<IconPlayerPlay />}
          aria-describedby={titleId}
          // Not shown as busy: a busy button is disabled, and would lose the focus before it disappears.
          onClick={() => resume.start()}
        >
          Seguir
        </Button>
      )}
      <DotsMenu
        {...focusMarks.row}
        className={classes.menu}
        aria-label={`Acciones de ${laneName(lane)}`}
        onToggle={onHold}
        choices={[
          ...(canChange(lane)
            ? [isPaused ? { ...GO_ON, act: resume.start } : { ...PAUSE, act: pause.start }]
            : []),
          {
            label: 'Descartar…',
            icon: IconPlaylistX,
            disabled: isEmpty,
            act: () => openDrop({ laneId: lane.id, name: laneName(lane) }),
          },
        ]}
      />
    </>
  )
}

/** False if all lanes were paused at once: one of them cannot be resumed alone. */
const canChange = (lane: QueueLane) => !lane.paused?.ofAll

const PAUSE = { label: 'Pausar', icon: IconPlayerPause }
const GO_ON = { label: 'Seguir', icon: IconPlayerPlay }

/** Placeholder in the shape of a row. */
export const LaneRowSkeleton = () => (
  <li className={classes.row} aria-hidden="true">
    <div className={classes.target}>
      <Skeleton height={12} my={4} width="50%" />
      <Skeleton height={8} my={4} width="70%" />
    </div>
    <Skeleton className={classes.count} height={12} width={72} />
    <Skeleton className={classes.why} height={12} width="60%" />
  </li>
)
