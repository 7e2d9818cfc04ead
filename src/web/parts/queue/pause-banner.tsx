import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { dates } from '#web/data/local-time.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { rememberFocus } from '#web/ui/remember-focus.ts'
import { sinceWords } from '../moment-words.ts'
import classes from './pause-banner.module.css'
import { usePausing } from './use-pausing.ts'
import { useQueueHead } from './use-queue-head.ts'

/** Reminder that everything is paused, on the main screens. */
export function PauseBanner() {
  const { head } = useQueueHead()
  const { resume } = usePausing()
  const since = head?.pausedAllSince ?? null
  // The button disappears with the pause that it ends.
  const restoreFocus = useRef<() => void>(null)
  useEffect(() => {
    if (since !== null) return
    restoreFocus.current?.()
    restoreFocus.current = null
  }, [since])
  const goOn = () => {
    restoreFocus.current = rememberFocus()
    void resume.start()
  }
  if (since === null) return null
  return (
    <Notice tone="warn" icon={IconPlayerPause} className={classes.banner}>
      <p className={classes.text}>
        <strong>Todo está en pausa {sinceWords(since, Date.now(), dates)}.</strong> Lo que llega se
        guarda y espera. No se envía nada hasta que sigas.
      </p>
      <div className={classes.actions}>
        <LinkButton to="/alerts/queue" size="xs">
          Ver qué espera
        </LinkButton>
        <Button
          size="xs"
          leftSection={<IconPlayerPlay />}
          loading={resume.isPending}
          onClick={goOn}
        >
          Seguir
        </Button>
      </div>
    </Notice>
  )
}
