import type { DocsSection } from '../docs-topic.ts'
import { WebhookExample } from '../webhook-example/webhook-example.tsx'

export const trialSection: DocsSection = {
  slug: 'prueba',
  title: 'Pruébalo sin TradingView',
  content: (
    <>
      <p>
        Este comando hace lo mismo que TradingView cuando se dispara una alerta: envía un JSON al
        webhook de tu conexión, con valores de ejemplo. Cópialo, pégalo en una terminal (Terminal en
        macOS y Linux, PowerShell en Windows) y pulsa Intro.
      </p>
      <WebhookExample />
      <p>
        Si la respuesta lleva <code>alertId</code>, la alerta está guardada y sale hacia tu chat. El
        comando lleva la URL del webhook, que vale como una contraseña: en pantalla está oculta,
        pero se copia entera.
      </p>
    </>
  ),
}
