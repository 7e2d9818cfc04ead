import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Advice, Arrival } from '#shared/model/arrival.ts'
import type { Connection } from '#shared/model/connection.ts'
import { client } from '#web/data/client.ts'
import { useAction } from '#web/data/use-action.ts'
import { MissingKeys } from '#web/parts/missing-keys.tsx'
import { showError } from '#web/parts/show-error.ts'
import { TextLink } from '#web/ui/links.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import classes from './arrival-line.module.css'

interface ArrivalRemedyProps {
  arrival: Arrival
  advice: Advice
  connection: Pick<Connection, 'id' | 'isActive' | 'templateId'>
  /** Opens the generator of TradingView's message. */
  onGenerate: () => void
  /** Opens the connection's form. */
  onEdit: () => void
}

/** Advice and a way to follow it. Other screens open in a new tab, so that this page goes on listening. */
export const ArrivalRemedy = (props: ArrivalRemedyProps) => (
  <>
    {props.advice.text}
    {props.arrival.kind === 'taken' && props.advice.code === 'missing' && (
      <MissingKeys {...props.arrival} templateId={props.connection.templateId} isAside />
    )}
    <div className={classes.remedies}>{remedies[props.advice.code](props)}</div>
  </>
)

const toMessage = ({ onGenerate }: ArrivalRemedyProps) => (
  <Press onClick={onGenerate}>Abrir el generador</Press>
)
const nothing = () => null

const remedies: Record<Advice['code'], (props: ArrivalRemedyProps) => ReactNode> = {
  inactive: props => <Activate {...props} />,
  failed: ({ onEdit }) => <Press onClick={onEdit}>Revisar la conexión</Press>,
  text: toMessage,
  'own-fault': nothing,
  misfit: props => (
    <>
      {toMessage(props)}
      <TextLink to="/templates" search={{ alerta: props.arrival.id }} target="_blank">
        Crear plantilla a partir de esta alerta
      </TextLink>
    </>
  ),
  unfilled: toMessage,
  missing: toMessage,
  repaired: toMessage,
  miscopied: nothing,
  cut: nothing,
  encoded: nothing,
  empty: toMessage,
  'too-large': nothing,
  'not-stored': nothing,
  'over-rate': nothing,
  'queue-full': () => (
    <TextLink to="/alerts/queue" target="_blank">
      Ver En espera
    </TextLink>
  ),
  'not-tradingview': () => (
    <TextLink to="/settings" target="_blank">
      Abrir Configuración
    </TextLink>
  ),
}

function Activate({ connection: { id, isActive } }: ArrivalRemedyProps) {
  const { start, isPending } = useAction({
    call: (_, signal) => client.connections.update({ id, isActive: true }, { signal }),
    onSuccess: () => showToast({ type: 'success', message: 'Conexión activada.' }),
    onError: showError,
  })
  if (isActive) return 'Ya está activa.'
  return (
    <Press disabled={isPending} onClick={() => void start()}>
      Activar la conexión
    </Press>
  )
}

interface PressProps {
  disabled?: boolean
  onClick: () => void
  children: string
}

const Press = (props: PressProps) => <Anchor component="button" type="button" {...props} />
