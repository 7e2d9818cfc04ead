import { Group, Title } from '@mantine/core'
import { Children } from 'react'
import type { AlertDetail } from '#shared/model/alert.ts'
import { copyTexts } from '#shared/texts.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { type JsonToken, jsonTokens } from './json-tokens.ts'
import classes from './payload.module.css'

/** What arrived, as it was understood; a repaired body also as it came. */
export function Payload({ alert }: { alert: AlertDetail }) {
  const { payloadText, rawBody } = alert
  return (
    <section>
      <Group justify="space-between" mb={4} mr={-8}>
        <Title order={3}>Payload recibido</Title>
        <CopyButton
          look="button"
          value={payloadText}
          label="Copiar JSON"
          copied={copyTexts.jsonCopied}
          failed={copyTexts.jsonFailed}
        />
      </Group>
      <pre className={classes.code}>{Children.toArray(jsonTokens(payloadText).map(colored))}</pre>
      {rawBody !== null && (
        <>
          <Title order={3} mt="md" mb={4}>
            Tal como llegó
          </Title>
          <pre className={classes.code}>{rawBody}</pre>
        </>
      )}
    </section>
  )
}

const colored = ({ kind, text }: JsonToken) =>
  kind === 'value' ? text : <span className={classes[kind]}>{text}</span>
