import { Checkbox } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { isPrivate } from '#shared/tradingview/reach-trouble.ts'
import { TextLink } from '#web/ui/links.tsx'
import classes from './checklist.module.css'

/** What keeps alerts away, in the order in which people get it wrong. What is known here is marked. */
export function Checklist({ webhookUrl }: { webhookUrl: string }) {
  const known = addressChecks(new URL(webhookUrl))
  const firstWrong = known.find(({ isFine }) => !isFine)
  return (
    <ul className={classes.list} aria-label="Qué revisar si no llega nada">
      {known.map(check => (
        <li key={check.fine} className={classes.known} data-fine={check.isFine}>
          {check.isFine ? <IconCircleCheck /> : <IconCircleX />}
          <span>
            {check.isFine ? check.fine : check.wrong}
            {check === firstWrong && (
              <>
                {' '}
                <TextLink
                  to="/docs"
                  hash="publicar"
                  target="_blank"
                  fz="inherit"
                  underline="always"
                >
                  Cómo publicarlo
                </TextLink>
              </>
            )}
          </span>
        </li>
      ))}
      {askedOfReader.map(({ says, why }) => (
        <li key={says}>
          <Checkbox size="xs" label={says} description={why} classNames={classNames} />
        </li>
      ))}
    </ul>
  )
}

const classNames = { label: classes.label ?? '', description: classes.why ?? '' }

/** The parts of an address as `URL` gives them. */
type Address = Pick<URL, 'protocol' | 'hostname' | 'port'>

const addressChecks = ({ protocol, hostname, port }: Address) => [
  {
    isFine: protocol === 'https:',
    fine: 'La dirección empieza por https.',
    wrong: 'La dirección empieza por http, y tiene que ser https.',
  },
  {
    // URL leaves out the port that its scheme implies.
    isFine: ['', '80', '443'].includes(port),
    fine: 'Su puerto es de los que TradingView admite.',
    wrong: 'TradingView solo llama a los puertos 80 y 443.',
  },
  {
    isFine: !isPrivate(hostname),
    fine: 'Es pública: no es localhost ni de tu red.',
    wrong: `${hostname} solo existe en tu equipo o en tu red.`,
  },
  {
    isFine: !hostname.startsWith('['),
    fine: 'No es una dirección IPv6.',
    wrong: 'Es una dirección IPv6, y TradingView no llega a ellas.',
  },
]

/** What only TradingView's screens show. */
const askedOfReader: { says: string; why: string }[] = [
  {
    says: 'Plan de pago y verificación en dos pasos.',
    why: 'En TradingView. Sin las dos cosas no envía webhooks.',
  },
  {
    says: 'Casilla del webhook marcada, con la dirección entera.',
    why: '«URL del webhook». Cópiala otra vez de aquí: lo que va a una dirección antigua o cortada se pierde, y aquí no se ve.',
  },
  {
    says: 'El campo «Mensaje» no está vacío: lleva el JSON.',
    why: 'TradingView pone ahí un texto suyo; bórralo antes de pegar.',
  },
  {
    says: 'Las comillas del JSON son las rectas: ".',
    why: 'Algunos editores las cambian por “ ” o « ».',
  },
  {
    says: 'La alerta está activa y ya se ha disparado.',
    why: 'Míralo en el registro de alertas de TradingView.',
  },
]
