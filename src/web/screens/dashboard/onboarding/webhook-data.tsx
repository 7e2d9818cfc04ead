import { Button, Card } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import type { Connection } from '#shared/model/connection.ts'
import { copyTexts } from '#shared/texts.ts'
import { examplePayload } from '#shared/tradingview/generated-payload.ts'
import { hideIds } from '#web/parts/address-id.ts'
import { IdToggle } from '#web/parts/id-toggle.tsx'
import { JsonCode } from '#web/parts/json-code/json-code.tsx'
import { PayloadDialog } from '#web/parts/payload-dialog/payload-dialog.tsx'
import { WebhookAddress } from '#web/parts/webhook-address.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import text from '#web/ui/text.module.css'
import classes from './webhook-data.module.css'

/** The two things to paste. The id in both is the secret: it is hidden and shown in both at once. */
export function WebhookData({ connection: { id, webhookUrl } }: { connection: Connection }) {
  const [isShown, setShown] = useState(false)
  const [generating, setGenerating] = useState(0)
  const urlId = useId()
  const masked = (text: string) => (isShown ? text : hideIds(text, { id, webhookUrl }))
  const example = JSON.stringify(examplePayload(id), null, 2)

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
        label="Mensaje de ejemplo"
        help="Campo «Mensaje» de la alerta. TradingView sustituye los valores entre llaves al dispararla."
        more={
          <Button
            className={classes.more}
            variant="subtle"
            size="xs"
            onClick={() => setGenerating(generating + 1)}
          >
            Generar el de tu plantilla
          </Button>
        }
      >
        <div className={classes.example}>
          <JsonCode text={masked(example)} />
          <div className={classes.copy}>
            <CopyButton
              look="default"
              size="xs"
              value={example}
              label="Copiar JSON"
              copied={copyTexts.jsonCopied}
              failed={copyTexts.jsonFailed}
            />
          </div>
        </div>
      </Datum>
      {generating > 0 && <PayloadDialog key={generating} source={{ kind: 'connection', id }} />}
    </Card>
  )
}

interface DatumProps {
  label: ReactNode
  /** Where it belongs in TradingView. */
  help: string
  more?: ReactNode
  children: ReactNode
}

function Datum({ label, help, more, children }: DatumProps) {
  return (
    <section className={classes.datum}>
      <div>
        <h2 className={classes.label}>{label}</h2>
        <p className={`${classes.help} ${text.quiet}`}>{help}</p>
        {more}
      </div>
      {children}
    </section>
  )
}
