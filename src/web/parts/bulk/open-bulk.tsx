import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { api } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import type { Counted } from '#web/parts/page-range.ts'
import { Notice } from '#web/ui/notice.tsx'
import { ConfirmFrame } from '#web/ui/open-confirm.tsx'
import type { Severity } from '#web/ui/severity.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { inSteps, type Progress } from './in-steps.ts'
import { openSmall, ProgressLine } from './progress-dialog.tsx'

/** How many alerts a bulk action would affect. */
export interface AffectedCount {
  count: Counted
  /** Affected alerts that still wait to be sent. */
  pending?: Counted
}

/** An action on many alerts, in steps, after a question. */
export interface BulkAct {
  title: string
  /** The verb on the button, «Eliminar». */
  action: string
  /** Beginning of the progress text, «Eliminando». */
  doing: string
  isDeletion: boolean
  /** Counts the affected alerts. */
  look: () => Promise<AffectedCount>
  /** Text of the question: effects, and what stays. */
  text: (affected: AffectedCount) => ReactNode
  step: () => Promise<Progress>
  /** Toast at the end. `counted`: affected alerts before the action; `more` if not all were counted. */
  doneToast: (done: number, counted: Counted) => { type: Severity; message: string }
  /** Text of the toast if it was stopped or failed. */
  partlyText: (done: number, counted: Counted) => string
}

/** Asks, then runs the action and shows its progress. Closing the dialog stops it. */
export const openBulk = (act: BulkAct, onDone?: () => void): void =>
  openSmall(close => <Bulk act={act} onDone={onDone} onClose={close} />)

interface BulkProps {
  act: BulkAct
  onDone: (() => void) | undefined
  onClose: () => void
}

function Bulk({ act, onDone, onClose }: BulkProps) {
  const running = useRef<AbortController>(null)
  const stopButton = useRef<HTMLButtonElement>(null)
  const [progress, setProgress] = useState<Progress>()
  const isRunning = progress !== undefined
  useEffect(() => () => running.current?.abort(), [])

  const { data: affected, error } = useQuery({
    queryKey: [...api.alerts.key(), 'affected', useId()],
    queryFn: act.look,
    enabled: !isRunning,
    gcTime: 0,
  })
  const count = affected?.count

  const run = async (counted: Counted) => {
    const stop = new AbortController()
    running.current = stop
    // The action's button loses the focus while it runs.
    stopButton.current?.focus()
    let reached: Progress = { done: 0, left: counted.total }
    const onProgress = (next: Progress) => {
      reached = next
      setProgress(next)
    }
    onProgress(reached)
    try {
      await inSteps({ step: act.step, onProgress, signal: stop.signal })
      const isStopped = stop.signal.aborted && reached.left > 0
      showToast(
        isStopped
          ? { type: 'info', message: act.partlyText(reached.done, counted) }
          : act.doneToast(reached.done, counted),
      )
      onDone?.()
    } catch (failure) {
      const partly = act.partlyText(reached.done, counted)
      showToast({ type: 'error', message: `${partly} ${errorMessage(failure)}` })
    }
    onClose()
  }

  const text = (): ReactNode => {
    if (progress && count) return <Running doing={act.doing} progress={progress} counted={count} />
    if (affected) return act.text(affected)
    if (error) return <Notice>{errorMessage(error)}</Notice>
    return <Skeleton height={40} aria-label="Contando las alertas" />
  }
  const isPossible = affected ? affected.count.total > 0 : !error
  const waits = isPossible ? 'Cancelar' : 'Cerrar'
  return (
    <ConfirmFrame title={act.title} text={text()}>
      <Button ref={stopButton} data-autofocus onClick={onClose}>
        {isRunning ? 'Detener' : waits}
      </Button>
      {isPossible && (
        <Button
          variant="filled"
          {...(act.isDeletion && { color: 'bad' })}
          disabled={!count}
          loading={isRunning}
          onClick={() => count && run(count)}
        >
          {act.action}
        </Button>
      )}
    </ConfirmFrame>
  )
}

interface RunningProps {
  doing: string
  progress: Progress
  counted: Counted
}

/** If counting stopped at its limit, the total is shown as a minimum until fewer are left than were counted. */
function Running({ doing, progress: { done, left }, counted }: RunningProps) {
  const more = counted.more === true && left >= counted.total
  return <ProgressLine doing={doing} done={done} of={{ total: done + left, more }} />
}
