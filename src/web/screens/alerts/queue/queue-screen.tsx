import { Button, Card } from '@mantine/core'
import {
  IconCircleCheck,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlaylistX,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { Queue } from '#shared/model/queue.ts'
import { LoadError } from '#web/parts/load-error.tsx'
import { lastPage, pageRangeText } from '#web/parts/page-range.ts'
import { usePausing } from '#web/parts/queue/use-pausing.ts'
import { useQueueHead, waitingIn } from '#web/parts/queue/use-queue-head.ts'
import { DotsMenu } from '#web/ui/dots-menu.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListPagination } from '#web/ui/list-pagination.tsx'
import { Page } from '#web/ui/page.tsx'
import { useRowFocus } from '#web/ui/row-focus.ts'
import rows from '#web/ui/rows.module.css'
import { AlertViews } from '../alert-views.tsx'
import { LaneRow, LaneRowSkeleton } from './lane-row.tsx'
import { openDrop } from './open-drop.tsx'
import classes from './queue-screen.module.css'
import { QueueSummary } from './queue-summary.tsx'
import { useQueuePage } from './use-queue-page.ts'

/** Waiting alerts by lane, why they wait, and the actions on them. */
export function QueueScreen() {
  const { head } = useQueueHead()
  const [isHeld, hold] = useState(false)
  const { shown, error, refetch, isWaiting, choosePage } = useQueuePage(isHeld)
  const rowFocus = useRowFocus()

  const content = () => {
    if (error)
      return <LoadError title="No se pudo cargar lo que espera" error={error} onRetry={refetch} />
    if (head && shown?.lanes.length === 0 && waitingIn(head).count === 0 && !isWaiting)
      return <NothingWaits head={head} />
    return (
      <>
        <QueueSummary head={head} />
        <Card padding={0} aria-busy={!shown || isWaiting}>
          <ul className={rows.rows} aria-label="Chats">
            {shown
              ? shown.lanes.map(lane => <LaneRow key={lane.id} lane={lane} onHold={hold} />)
              : SKELETONS.map(row => <LaneRowSkeleton key={row} />)}
          </ul>
          {shown && lastPage(shown.data) > 1 && (
            <ListPagination
              range={pageRangeText(shown.data)}
              page={shown.data.page}
              pages={lastPage(shown.data)}
              onPage={choosePage}
            />
          )}
        </Card>
      </>
    )
  }
  return (
    <Page
      title="Historial de Alertas"
      views={<AlertViews />}
      action={head && <QueueActions head={head} />}
    >
      <div className={classes.content} {...rowFocus}>
        {content()}
      </div>
    </Page>
  )
}

const SKELETONS = ['first', 'second', 'third']

function NothingWaits({ head }: { head: Queue }) {
  return head.pausedAllSince === null ? (
    <EmptyState icon={IconCircleCheck} title="Nada espera">
      Lo que llega sale al momento. Si Telegram pide una pausa o no responde, aquí verás qué espera
      y por qué.
    </EmptyState>
  ) : (
    <EmptyState icon={IconPlayerPause} title="Todo está en pausa">
      Nada espera por ahora. Lo que llegue se guardará aquí hasta que sigas.
    </EmptyState>
  )
}

/** Actions on all lanes at once. */
function QueueActions({ head }: { head: Queue }) {
  const { pause, resume } = usePausing()
  const isPaused = head.pausedAllSince !== null
  return (
    <>
      {isPaused ? (
        <Button
          leftSection={<IconPlayerPlay />}
          loading={resume.isPending}
          onClick={() => resume.start()}
        >
          Seguir
        </Button>
      ) : (
        <Button
          leftSection={<IconPlayerPause />}
          loading={pause.isPending}
          onClick={() => pause.start()}
        >
          Pausar todo
        </Button>
      )}
      <DotsMenu
        variant="default"
        size="lg"
        className={classes.menu}
        aria-label="Más acciones"
        choices={[
          ...(isPaused ? [] : [{ ...GO_ON, disabled: head.pausedLanes === 0, act: resume.start }]),
          {
            label: 'Descartar…',
            icon: IconPlaylistX,
            disabled: head.waiting.count === 0,
            act: () => openDrop({}),
          },
        ]}
      />
    </>
  )
}

const GO_ON = { label: 'Seguir en todos los chats', icon: IconPlayerPlay }
