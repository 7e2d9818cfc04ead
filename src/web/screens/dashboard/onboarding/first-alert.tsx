import { Button, Card } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconClock, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { formatDuration, truncate } from '#shared/format.ts'
import { ALERT_NAME_LENGTH } from '#shared/limits.ts'
import type { Alert } from '#shared/model/alert.ts'
import type { Connection } from '#shared/model/connection.ts'
import { api } from '#web/data/client.ts'
import { session } from '#web/data/session.ts'
import { nextAttempt } from '#web/parts/delivery-words.ts'
import { Notice } from '#web/ui/notice.tsx'
import classes from './first-alert.module.css'
import { useTestAlert } from './use-test-alert.ts'

interface FirstAlertProps {
  connection: Connection
  /** Leads to the connection, where a failure can be put right. */
  onEdit: () => void
}

const ASK_AGAIN_MS = 5_000

const isSettled = (alert: Alert | undefined): boolean =>
  alert !== undefined && alert.telegramDeliveryStatus !== 'pending'

/** Waits for an alert to come to the connection, and follows the newest one into the chat. */
export function FirstAlert({ connection, onEdit }: FirstAlertProps) {
  const { data } = useQuery(
    api.alerts.recent.queryOptions({
      input: { connectionId: connection.id, limit: 1 },
      // Not everything between here and the server lets events through at once.
      refetchInterval: ({ state }) => (isSettled(state.data?.[0]) ? false : ASK_AGAIN_MS),
    }),
  )
  const [earlier, setEarlier] = useState<string | null>()
  if (data && earlier === undefined) setEarlier(data[0]?.id ?? null)
  const alert = data?.find(({ id }) => id !== earlier)
  const testAlert = useTestAlert(connection)
  return (
    <Card className={classes.card} component="section" aria-label="Primera alerta" padding={0}>
      <div className={classes.state} role="status">
        {alert ? <Landed alert={alert} onEdit={onEdit} /> : <Waiting />}
      </div>
      <div className={classes.end}>
        {!alert && <Elapsed />}
        <Button leftSection={<IconSend />} loading={testAlert.sending} onClick={testAlert.send}>
          Enviar alerta de prueba
        </Button>
      </div>
      {testAlert.refusal && <Notice className={classes.refusal}>{testAlert.refusal}</Notice>}
    </Card>
  )
}

function Waiting() {
  return (
    <State
      mark={<span className={classes.dot} />}
      look="waiting"
      title="Esperando la primera alerta…"
    >
      En cuanto llegue, la verás aquí y en tu chat de Telegram.
    </State>
  )
}

function Landed({ alert, onEdit }: { alert: Alert; onEdit: () => void }) {
  const simulated = useQuery(session).data?.simulated ?? false
  const name = `«${truncate(alert.name, ALERT_NAME_LENGTH)}»`
  if (alert.telegramDeliveryStatus === 'success') {
    const chat = simulated ? 'se entregó de forma simulada' : 'ya está en tu chat de Telegram'
    const time = alert.deliveredInMs === null ? '' : `, en ${formatDuration(alert.deliveredInMs)}`
    return (
      <State look="ok" mark={<IconCircleCheck />} title={`Llegó ${name} y ${chat}${time}.`}>
        Todo funciona. Ya puedes crear la alerta en TradingView.
      </State>
    )
  }
  if (alert.telegramDeliveryStatus === 'pending') {
    const attempt = nextAttempt(alert)
    return (
      <State look="pending" mark={<IconClock />} title={`Llegó ${name}. Enviándola a tu chat…`}>
        {alert.reason ?? 'Telegram suele tardar menos de un segundo.'}{' '}
        {attempt && `Reintento ${attempt}.`}
      </State>
    )
  }
  return (
    <State look="bad" mark={<IconCircleX />} title={`Llegó ${name}, pero no está en tu chat.`}>
      {alert.reason}{' '}
      <Button className={classes.edit} variant="subtle" size="xs" onClick={onEdit}>
        Revisar la conexión
      </Button>
    </State>
  )
}

interface StateProps {
  look: 'waiting' | 'pending' | 'ok' | 'bad'
  mark: ReactNode
  title: string
  children: ReactNode
}

function State({ look, mark, title, children }: StateProps) {
  return (
    <>
      <span className={classes.mark} data-look={look}>
        {mark}
      </span>
      <div className={classes.text}>
        <strong className={classes.title}>{title}</strong>
        <div className={classes.line}>{children}</div>
      </div>
    </>
  )
}

/** How long one has been waiting since this stands: 0:42. */
function Elapsed() {
  const [start] = useState(Date.now)
  const [now, setNow] = useState(start)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.floor(Math.max(0, now - start) / 1_000)
  return (
    <span className={classes.elapsed} role="timer">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  )
}
