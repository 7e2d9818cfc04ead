import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ChatLink, LinkState } from '#shared/model/chat-link.ts'
import { Notice } from '#web/ui/notice.tsx'
import { openConfirm } from '#web/ui/open-confirm.tsx'
import classes from './link-trouble.module.css'
import { useArrivalFocus } from './use-arrival-focus.ts'
import type { ChatLinking } from './use-chat-link.ts'

/** An error, in Spanish, with its remedies. */
export function Trouble({ reason, children }: { reason: ReactNode; children: ReactNode }) {
  const box = useArrivalFocus<HTMLDivElement>()
  return (
    <div ref={box} tabIndex={-1} className={classes.trouble}>
      <Notice tone="warn">
        {reason}
        <div className={classes.remedies}>{children}</div>
      </Notice>
    </div>
  )
}

interface LinkTroubleProps {
  trouble: Extract<LinkState, { kind: 'trouble' }>
  linking: ChatLinking
}

/** Most problems resolve by themselves once fixed; «Comprobar otra vez» checks at once. */
export function LinkTrouble({ trouble, linking }: LinkTroubleProps) {
  const { reason, chat, webhookHost, canRetry } = trouble
  return (
    <Trouble reason={reason}>
      {canRetry && (
        <Button size="xs" loading={linking.isActing} onClick={linking.retry}>
          Comprobar otra vez
        </Button>
      )}
      {webhookHost !== null && (
        <Button
          size="xs"
          variant="outline"
          color="bad"
          onClick={() => askToRemoveWebhook(webhookHost, linking.removeWebhook)}
        >
          Quitar ese webhook
        </Button>
      )}
      {chat && (
        <Button size="xs" onClick={linking.startAgain}>
          Elegir otro chat
        </Button>
      )}
      {!chat && !canRetry && <StartAgain linking={linking} />}
    </Trouble>
  )
}

function askToRemoveWebhook(host: string, remove: () => Promise<void>): void {
  openConfirm({
    title: '¿Quitar ese webhook?',
    text: `Otro programa, en ${host}, recibe ahora lo que se escribe a este bot. Si lo quitas, dejará de recibirlo. Lo que el bot envía no cambia.`,
    action: 'Quitar',
    onConfirm: remove,
  })
}

/** The link is over: it expired, or the server has ended it, as when another form waits for the same bot. */
export function Ended({ link, linking }: { link: ChatLink; linking: ChatLinking }) {
  const isLate = Date.parse(link.until) <= Date.now()
  return (
    <Trouble
      reason={
        isLate
          ? 'Se acabó el tiempo de espera: cada enlace vale diez minutos.'
          : 'Este enlace ya no vale: otro formulario ha empezado a esperar con el mismo bot.'
      }
    >
      <StartAgain linking={linking} />
    </Trouble>
  )
}

const StartAgain = ({ linking }: { linking: ChatLinking }) => (
  <Button size="xs" onClick={linking.startAgain}>
    Empezar de nuevo
  </Button>
)
