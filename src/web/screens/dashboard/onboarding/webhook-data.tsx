import { Button, Card, SegmentedControl } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { formatList } from '#shared/format.ts'
import { fillTemplate } from '#shared/message/fill-template.ts'
import { builtInValues } from '#shared/message/template/built-in-values.ts'
import type { Connection } from '#shared/model/connection.ts'
import type { Template } from '#shared/model/template.ts'
import { parsePayload } from '#shared/payload/payload.ts'
import { exampleAlert } from '#shared/tradingview/example-alert.ts'
import {
  examplePayload,
  generatedPayload,
  payloadText,
} from '#shared/tradingview/generated-payload.ts'
import { unfilledIn } from '#shared/tradingview/unfilled.ts'
import { hideIds } from '#web/parts/address-id.ts'
import { copyTexts } from '#web/parts/copy-texts.ts'
import { IdToggle } from '#web/parts/id-toggle.tsx'
import { JsonCode } from '#web/parts/json-code/json-code.tsx'
import { PayloadDialog } from '#web/parts/payload-dialog/payload-dialog.tsx'
import { WebhookAddress } from '#web/parts/webhook-address.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import text from '#web/ui/text.module.css'
import { useOpening } from '#web/ui/use-opening.ts'
import classes from './webhook-data.module.css'

interface WebhookDataProps {
  connection: Connection
  /** The connection's template; undefined if deleted. */
  template: Template | undefined
}

/** URL and JSON to paste. The id in both is secret: hidden and shown in both at once. */
export function WebhookData({ connection, template }: WebhookDataProps) {
  const { id, webhookUrl } = connection
  const [isShown, setShown] = useState(false)
  const [generating, generate] = useOpening<string>()
  const urlId = useId()
  const masked = (text: string) => (isShown ? text : hideIds(text, { id, webhookUrl }))
  const [chosen, choose] = useState<Message>()
  const message = chosen ?? (exampleSuits(connection, template) ? 'example' : 'own')
  const json =
    message === 'example'
      ? JSON.stringify(examplePayload(id), null, 2)
      : payloadText(generatedPayload({ connectionId: id, template }))
  const own = unfilledIn(json).filter(text => !text.startsWith('{{'))

  return (
    <Card padding={0}>
      <Datum
        label={<label htmlFor={urlId}>URL del Webhook</label>}
        help="Pestaña Notificaciones, casilla «URL del webhook». Trátala como una contraseña."
      >
        <WebhookAddress
          id={urlId}
          url={webhookUrl}
          shown={masked(webhookUrl)}
          copyLabel="Copiar"
          rightSection={
            <IdToggle size="sm" isShown={isShown} onToggle={() => setShown(!isShown)} />
          }
        />
      </Datum>
      <Datum
        label={messages[message]}
        help="Campo «Mensaje» de la alerta. TradingView sustituye los valores entre llaves al dispararla."
        aside={
          <SegmentedControl
            size="xs"
            aria-label="Qué mensaje"
            data={[
              { value: 'example', label: 'Ejemplo' },
              { value: 'own', label: 'De tu plantilla' },
            ]}
            value={message}
            onChange={value => choose(value as Message)}
          />
        }
      >
        <div className={classes.json}>
          <JsonCode text={masked(json)} />
        </div>
        <div className={classes.foot}>
          <CopyButton look="default" value={json} label="Copiar JSON" texts={copyTexts.json} />
          <Button variant="subtle" className={classes.more} onClick={() => generate(id)}>
            Cambiarlo y comprobarlo
          </Button>
        </div>
        {own.length > 0 && (
          <p className={text.quiet}>
            Donde pone {formatList(own)}, escribe lo tuyo o quita la línea.
          </p>
        )}
      </Datum>
      {generating && (
        <PayloadDialog key={generating.key} source={{ kind: 'connection', id: generating.for }} />
      )}
    </Card>
  )
}

type Message = 'example' | 'own'

const messages: Record<Message, string> = {
  example: 'Mensaje de ejemplo',
  own: 'Mensaje de tu plantilla',
}

/** True if the example has all values that the template shows, or if the template was deleted. */
function exampleSuits({ id, name }: Connection, template: Template | undefined): boolean {
  if (!template) return true
  const payload = parsePayload(JSON.stringify(exampleAlert(id)))
  const received = { receivedAt: 0, timeZone: 'UTC' }
  const builtIn = builtInValues({ connectionName: name, alertName: name, ...received })
  const { missing, fits } = fillTemplate(template.content, { payload, builtIn, ...received })
  return fits && missing.length === 0
}

interface DatumProps {
  label: ReactNode
  /** Where to paste it in TradingView. */
  help: string
  /** Shown beside the label. */
  aside?: ReactNode
  children: ReactNode
}

function Datum({ label, help, aside, children }: DatumProps) {
  return (
    <section className={classes.datum}>
      <div className={classes.head}>
        <h2 className={classes.label}>{label}</h2>
        {aside}
      </div>
      <p className={`${classes.help} ${text.quiet}`}>{help}</p>
      {children}
    </section>
  )
}
