import { Box, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { formatList, plural } from '#shared/format.ts'
import { dates } from '#web/data/local-time.ts'
import { session } from '#web/data/session.ts'
import text from '#web/ui/text.module.css'
import type { MessageTemplate } from '../example-message.ts'
import { TelegramBubble } from '../telegram-bubble.tsx'
import { type ChartMessage, chartMessage } from './chart-message.ts'
import classes from './chart-preview.module.css'

interface ChartPreviewProps {
  template: MessageTemplate
  connection: { id: string; name: string }
  /** Text for TradingView with unfilled placeholders. */
  json: string
}

/** Preview of the message for a TradingView text, with chart values in place of its placeholders. */
export function ChartPreview({ template, connection: { id, name }, json }: ChartPreviewProps) {
  const timeZone = useQuery(session).data?.timeZone ?? 'UTC'
  const [now] = useState(Date.now)
  const message = useMemo(() => {
    const alert = { connectionName: name, connectionId: id, receivedAt: now, timeZone }
    return chartMessage(template, json, alert)
  }, [template, json, id, name, now, timeZone])
  return (
    <div className={classes.preview}>
      <div className={classes.head}>
        <Text component="h3" fw={500}>
          Vista previa
        </Text>
        <span className={text.quiet}>Con valores de muestra</span>
      </div>
      {message && (
        <>
          <Box component="section" className={classes.chat} tabIndex={0} aria-label="Mensaje">
            <TelegramBubble
              chatTitle={name}
              time={dates.shortTime(now)}
              messages={message.shown}
              buttons={message.buttons}
              picture={message.picture}
              missing={message.fits ? message.missing : []}
            />
          </Box>
          <Lacking message={message} isSent={template.whenMissing === 'marker'} />
        </>
      )}
    </div>
  )
}

/** Placeholders of the template for which the text has no value. */
function Lacking({
  message: { fits, missing },
  isSent,
}: {
  message: ChartMessage
  isSent: boolean
}) {
  if (fits && missing.length === 0) return null
  const keys = formatList(missing.map(key => `{{${key}}}`))
  return (
    <p className={classes.lacking}>
      <IconAlertTriangle />
      <span>
        {fits
          ? `${plural(missing.length, 'Falta', 'Faltan')} ${keys}: ${isSent ? 'se enviaría tal cual' : 'lo atenuado no se envía'}.`
          : 'No trae nada de lo que pide la plantilla: se enviaría así, sin ella.'}
      </span>
    </p>
  )
}
