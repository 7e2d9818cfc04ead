import { Button } from '@mantine/core'
import { IconBrandTelegram } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ChatLink, ChatPlace } from '#shared/model/chat-link.ts'
import { session } from '#web/data/session.ts'
import { CodePanel } from '#web/ui/code-panel.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import classes from './guide.module.css'
import { Listening } from './listening.tsx'
import { placeLink, places } from './places.ts'
import type { ChatLinking } from './use-chat-link.ts'

interface GuideProps {
  place: ChatPlace
  link: ChatLink
  linking: ChatLinking
  /** True inside a form that has its own primary button. */
  isAside: boolean
}

/** Steps to take in Telegram, and the wait for them. */
export function Guide({ place, link, linking, isAside }: GuideProps) {
  const isSimulated = useQuery(session).data?.simulated ?? false
  const isPhone = usePhone()
  const { username } = link.bot

  if (isSimulated) {
    return (
      <CodePanel>
        <p className={classes.text}>
          Este Pregonero está en modo simulado y no habla con Telegram. Pulsa, y hará como si lo
          hubieras hecho allí.
        </p>
        <Button
          variant={isAside ? 'default' : 'filled'}
          loading={linking.isActing}
          onClick={() => linking.play(place)}
        >
          Simular este paso
        </Button>
      </CodePanel>
    )
  }
  if (username === null) {
    return (
      <p className={classes.text}>
        Este bot no tiene nombre de usuario, y Telegram no tiene enlace para él. Pulsa «Lo escribo
        yo» y pon el ID de chat.
      </p>
    )
  }
  const { title, steps } = places[place]
  const url = placeLink(place, username, link.code)
  return (
    <CodePanel
      code={<QrCode value={url} label={`Código QR que abre Telegram: ${title.toLowerCase()}`} />}
    >
      <p className={classes.text}>
        {!isPhone && 'Escanea el código con la cámara del móvil o abre Telegram en este equipo. '}
        {steps}
        {isPhone && ' Después vuelve aquí.'}
      </p>
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        variant={isPhone && !isAside ? 'filled' : 'default'}
        leftSection={<IconBrandTelegram />}
      >
        Abrir Telegram
      </Button>
      <Listening until={link.until} isCutOff={linking.isCutOff} />
    </CodePanel>
  )
}
