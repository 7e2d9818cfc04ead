import { Checkbox } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { type ReachTrouble, reachTroubles } from '#shared/tradingview/reach-trouble.ts'
import { TextLink } from '#web/ui/links.tsx'
import classes from './checklist.module.css'

/** Reasons for missing alerts. Faults of the webhook address are checked and marked; the user ticks off the others. */
export function Checklist({ webhookUrl }: { webhookUrl: string }) {
  const address = new URL(webhookUrl)
  const troubles = reachTroubles(address)
  const firstWrong = addressChecks.find(({ kind }) => troubles.includes(kind))
  return (
    <ul className={classes.list} aria-label="Qué revisar si no llega nada">
      {addressChecks.map(check => {
        const isFine = !troubles.includes(check.kind)
        return (
          <li key={check.kind} className={classes.known} data-fine={isFine}>
            {isFine ? <IconCircleCheck /> : <IconCircleX />}
            <span>
              {isFine ? check.fine : check.wrong(address.hostname)}
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
        )
      })}
      {askedOfReader.map(({ says, why }) => (
        <li key={says}>
          <Checkbox label={says} description={why} />
        </li>
      ))}
    </ul>
  )
}

interface AddressCheck {
  kind: ReachTrouble['kind']
  fine: string
  wrong: (hostname: string) => string
}

/** The most common mistake first. */
const addressChecks: AddressCheck[] = [
  {
    kind: 'unencrypted',
    fine: 'La dirección empieza por https.',
    wrong: () => 'La dirección empieza por http, y tiene que ser https.',
  },
  {
    kind: 'port',
    fine: 'Su puerto es de los que TradingView admite.',
    wrong: () => 'TradingView solo llama a los puertos 80 y 443.',
  },
  {
    kind: 'private',
    fine: 'Es pública: no es localhost ni de tu red.',
    wrong: hostname => `${hostname} solo existe en tu equipo o en tu red.`,
  },
  {
    kind: 'ipv6',
    fine: 'No es una dirección IPv6.',
    wrong: () => 'Es una dirección IPv6, y TradingView no llega a ellas.',
  },
]

/** Checks that only TradingView's screens can answer. */
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
