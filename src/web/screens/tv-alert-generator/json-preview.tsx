import { Box, Text } from '@mantine/core'
import { shortId } from '#shared/format.ts'
import { configPayload, payloadText } from '#shared/tradingview/generated-payload.ts'
import { JsonCode } from '#web/parts/json-code/json-code.tsx'
import text from '#web/ui/text.module.css'
import type { Field } from './fit-fields.ts'
import classes from './json-preview.module.css'

interface JsonPreviewProps {
  /** Empty: none is chosen yet. */
  connectionId: string
  fields: readonly Field[]
}

/** What comes of the fields. The connection's id is its webhook's secret, so its head has to do. */
export function JsonPreview({ connectionId, fields }: JsonPreviewProps) {
  const payload = configPayload({
    connectionId: shortId(connectionId),
    templateFields: Object.fromEntries(fields),
  })
  return (
    <div className={classes.preview}>
      <div className={classes.head}>
        <Text component="h3" fw={500}>
          JSON de la alerta
        </Text>
        <span className={`${classes.caption} ${text.quiet}`}>Así se genera</span>
      </div>
      {connectionId === '' ? (
        <p className={classes.none}>Elige una conexión para ver su JSON.</p>
      ) : (
        <>
          <Box component="section" className={classes.json} tabIndex={0} aria-label="JSON">
            <JsonCode text={payloadText(payload)} />
          </Box>
          <p className={`${classes.caption} ${text.quiet}`}>
            Lo que va entre llaves lo pone TradingView. Después de guardar, cópialo entero con
            «Generar JSON para TV».
          </p>
        </>
      )}
    </div>
  )
}
