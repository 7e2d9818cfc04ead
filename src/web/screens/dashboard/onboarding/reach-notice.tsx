import type { ReactNode } from 'react'
import type { ReachTrouble } from '#shared/tradingview/reach-trouble.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Warns that TradingView cannot reach the webhook, or only without encryption, with the remedy. */
export function ReachNotice({ trouble: { kind, host } }: { trouble: ReachTrouble }) {
  const { title, text } = words[kind]
  return (
    <Notice tone="warn">
      <strong>{title(host)}</strong>
      <br />
      {text}{' '}
      <TextLink to="/docs" hash="publicar" target="_blank" underline="always">
        Cómo publicarlo
      </TextLink>
    </Notice>
  )
}

const words: Record<ReachTrouble['kind'], { title: (host: string) => string; text: ReactNode }> = {
  private: {
    title: host => `TradingView no puede llegar a ${host}.`,
    text: (
      <>
        Esa dirección solo existe en tu equipo o en tu red. Publica Pregonero con un dominio o un
        túnel con https, escribe su dirección en <code>PUBLIC_URL</code> y reinícialo; TradingView
        solo llama a los puertos 80 y 443. La alerta de prueba sí funciona: no sale de aquí.
      </>
    ),
  },
  ipv6: {
    title: () => 'TradingView no llega a direcciones IPv6.',
    text: (
      <>
        Usa un dominio que lleve a una dirección IPv4 y escríbelo en <code>PUBLIC_URL</code>.
      </>
    ),
  },
  port: {
    title: host => `TradingView no puede llegar a ${host}.`,
    text: (
      <>
        Solo llama a los puertos 80 y 443. Pon Pregonero detrás de un proxy o un túnel con https y
        escribe su dirección en <code>PUBLIC_URL</code>.
      </>
    ),
  },
  unencrypted: {
    title: host => `Las alertas viajan sin cifrar hasta ${host}.`,
    text: (
      <>
        Funciona, pero quien esté en el camino puede leer la URL del webhook, que vale como una
        contraseña. Publícalo con https y corrige <code>PUBLIC_URL</code>.
      </>
    ),
  },
}
