import { Button, Group, Title } from '@mantine/core'
import { useState } from 'react'
import { bodyFault, faultText } from '#shared/body/json-fault.ts'
import { shownFault } from '#shared/body/shown-fault.ts'
import type { AlertDetail } from '#shared/model/alert.ts'
import { hiddenNames } from '#shared/payload/key-names.ts'
import {
  type IsHidden,
  secretsInText,
  withoutTextSecrets,
} from '#shared/payload/secrets-in-text.ts'
import { copyTexts } from '#web/parts/copy-texts.ts'
import { JsonCode } from '#web/parts/json-code/json-code.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'

interface PayloadProps {
  alert: AlertDetail
  /** Names of the connection's own secrets; undefined if the connection was deleted or has not loaded. */
  neverShown: readonly string[] | undefined
}

/**
 * Payload as parsed; unless the body was that very JSON object, also the body as received, with its fault, if any.
 * Values hidden from chats are hidden here too, until a button shows them.
 */
export function Payload({ alert, neverShown }: PayloadProps) {
  const { payloadText, rawBody, reading } = alert
  const isHidden = hiddenNames(neverShown)
  const [isRevealed, setRevealed] = useState(false)
  const shown = (text: string) => (isRevealed ? text : withoutTextSecrets(text, isHidden))
  const hasSecrets = [payloadText, rawBody ?? ''].some(
    text => secretsInText(text, isHidden).length > 0,
  )
  return (
    <section>
      <Group justify="space-between" mb={4} mr={-8}>
        <Title order={3}>Payload recibido</Title>
        {hasSecrets && (
          <Button
            variant="subtle"
            size="xs"
            ml="auto"
            aria-pressed={isRevealed}
            onClick={() => setRevealed(!isRevealed)}
          >
            {isRevealed ? 'Ocultar lo secreto' : 'Mostrar lo secreto'}
          </Button>
        )}
        <CopyButton
          look="subtle"
          size="xs"
          value={payloadText}
          label={reading === 'repaired' ? 'Copiar JSON corregido' : 'Copiar JSON'}
          texts={copyTexts.json}
        />
      </Group>
      <JsonCode text={shown(payloadText)} />
      {rawBody !== null && <AsItCame body={rawBody} shown={shown(rawBody)} isHidden={isHidden} />}
    </section>
  )
}

/** Body as received. Its fault is marked only if no secret is hidden, since hiding shifts positions. */
function AsItCame({ body, shown, isHidden }: { body: string; shown: string; isHidden: IsHidden }) {
  const fault = bodyFault(body)
  const isWhole = shown === body
  return (
    <>
      <Title order={3} mt="md" mb={4}>
        Tal como llegó
      </Title>
      <JsonCode plain text={shown} faultAt={isWhole ? fault?.at : undefined} />
      {fault && (
        <Callout
          what={isWhole ? faultText(body, fault) : shownFault(body, fault, isHidden)}
          remedy={REMEDY}
        />
      )}
    </>
  )
}

const REMEDY =
  'Corrígelo en el mensaje de la alerta de TradingView; el JSON de arriba ya está corregido.'
