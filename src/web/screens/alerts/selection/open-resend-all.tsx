import { Button, Progress } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useEffect, useRef, useState } from 'react'
import { formatNumber } from '#shared/format.ts'
import type { AlertFilter } from '#shared/model/alert.ts'
import { client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { ConfirmFrame } from '#web/ui/confirm-frame.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import classes from './open-resend-all.module.css'
import { resendAll } from './resend-all.ts'
import { partlyResent, type ResendProgress, resendAllText, resentToast } from './resend-words.ts'
import { useAfterResend } from './use-after-resend.ts'

interface FailedAlerts {
  filter: AlertFilter
  /** Those that had come until then; the same for every request, so that none goes twice. */
  before: string
  count: number
}

/** Asks, then sends all of them again and shows how far it is. Closing it stops it. */
export function openResendAll(failed: FailedAlerts): void {
  const id = modals.open({
    withCloseButton: false,
    closeOnClickOutside: false,
    size: 392,
    children: <ResendAll {...failed} onClose={() => modals.close(id)} />,
  })
}

type ResendAllProps = FailedAlerts & { onClose: () => void }

function ResendAll({ filter, before, count, onClose }: ResendAllProps) {
  const refresh = useAfterResend()
  const running = useRef<AbortController>(null)
  const [progress, setProgress] = useState<ResendProgress>()
  useEffect(() => () => running.current?.abort(), [])

  const run = async () => {
    const stop = new AbortController()
    running.current = stop
    let reached: ResendProgress = { resent: 0, total: count }
    const onProgress = (next: ResendProgress) => {
      reached = next
      setProgress(next)
    }
    onProgress(reached)
    try {
      const send = () => client.alerts.resendMany({ filter, before })
      await resendAll({ send, onProgress, signal: stop.signal })
      const isStopped = stop.signal.aborted && reached.resent < reached.total
      showToast(
        isStopped
          ? { type: 'info', message: partlyResent(reached) }
          : resentToast({ resent: reached.resent, kept: count - reached.resent }),
      )
    } catch (error) {
      showToast({ type: 'error', message: `${partlyResent(reached)} ${errorMessage(error)}` })
    }
    onClose()
    await refresh()
  }

  return (
    <ConfirmFrame
      title="Reenviar las alertas fallidas"
      text={progress ? <Sending {...progress} /> : resendAllText(count)}
    >
      <Button data-autofocus onClick={onClose}>
        {progress ? 'Detener' : 'Cancelar'}
      </Button>
      <Button variant="filled" loading={progress !== undefined} onClick={run}>
        Reenviar
      </Button>
    </ConfirmFrame>
  )
}

function Sending({ resent, total }: ResendProgress) {
  const words = `Reenviando ${formatNumber(resent)} de ${formatNumber(total)}…`
  return (
    <>
      <div role="status">{words}</div>
      <Progress className={classes.progress} aria-label={words} value={(resent / total) * 100} />
    </>
  )
}
