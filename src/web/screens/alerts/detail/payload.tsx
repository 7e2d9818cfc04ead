import { Group, Title } from '@mantine/core'
import { bodyFault, faultText } from '#shared/body/json-fault.ts'
import type { AlertDetail } from '#shared/model/alert.ts'
import { copyTexts } from '#shared/texts.ts'
import { JsonCode } from '#web/parts/json-code/json-code.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'

/** What arrived, as it was understood; a repaired body also as it came, with the place that broke. */
export function Payload({ alert }: { alert: AlertDetail }) {
  const { payloadText, rawBody, reading } = alert
  return (
    <section>
      <Group justify="space-between" mb={4} mr={-8}>
        <Title order={3}>Payload recibido</Title>
        <CopyButton
          look="subtle"
          size="xs"
          value={payloadText}
          label={reading === 'repaired' ? 'Copiar JSON corregido' : 'Copiar JSON'}
          copied={copyTexts.jsonCopied}
          failed={copyTexts.jsonFailed}
        />
      </Group>
      <JsonCode text={payloadText} />
      {rawBody !== null && <AsItCame body={rawBody} />}
    </section>
  )
}

function AsItCame({ body }: { body: string }) {
  const fault = bodyFault(body)
  return (
    <>
      <Title order={3} mt="md" mb={4}>
        Tal como llegó
      </Title>
      <JsonCode plain text={body} faultAt={fault?.at} />
      {fault && <Callout what={faultText(body, fault)} remedy={REMEDY} />}
    </>
  )
}

const REMEDY =
  'Corrígelo en el mensaje de la alerta de TradingView; el JSON de arriba ya está corregido.'
