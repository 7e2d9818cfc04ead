import { Group, Title } from '@mantine/core'
import type { AlertDetail } from '#shared/model/alert.ts'
import { copyTexts } from '#shared/texts.ts'
import { JsonCode } from '#web/parts/json-code/json-code.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'

/** What arrived, as it was understood; a repaired body also as it came. */
export function Payload({ alert }: { alert: AlertDetail }) {
  const { payloadText, rawBody } = alert
  return (
    <section>
      <Group justify="space-between" mb={4} mr={-8}>
        <Title order={3}>Payload recibido</Title>
        <CopyButton
          look="subtle"
          size="xs"
          value={payloadText}
          label="Copiar JSON"
          copied={copyTexts.jsonCopied}
          failed={copyTexts.jsonFailed}
        />
      </Group>
      <JsonCode text={payloadText} />
      {rawBody !== null && (
        <>
          <Title order={3} mt="md" mb={4}>
            Tal como llegó
          </Title>
          <JsonCode plain text={rawBody} />
        </>
      )}
    </section>
  )
}
