import { Button, Stack } from '@mantine/core'
import type { Heartbeat } from '#shared/model/watch.ts'
import { copyTexts } from '#web/parts/copy-texts.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import type { CopyTexts } from '#web/ui/copy-text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import text from '#web/ui/text.module.css'
import { useOpened } from '#web/ui/use-opening.ts'
import { everyWords } from './every-words.ts'
import classes from './heartbeat-guide.module.css'

/** Setup of a heartbeat in TradingView. Opens as soon as it is mounted; a new `key` opens it again. */
export function HeartbeatGuide({ heartbeat }: { heartbeat: Heartbeat }) {
  const { opened, close } = useOpened()
  const { name, everyMinutes, url, message } = heartbeat
  const interval = everyMinutes === 60 ? '1 hora' : `${everyMinutes} min`
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={name}
      width={640}
      foot={<Button onClick={close}>Hecho</Button>}
    >
      <Stack gap={16}>
        <p className={classes.lead}>
          Una alerta más en TradingView, que se dispara {everyWords(everyMinutes)}. No se reenvía ni
          queda en el historial: solo prueba que el camino hasta aquí está entero.
        </p>
        <ol className={classes.steps}>
          <li>
            Abre un gráfico de {interval} de un símbolo que cotice a todas horas, como{' '}
            <b>BTCUSDT</b>.
          </li>
          <li>
            Crea una alerta con la condición <b>Precio</b>, <b>Mayor que</b>, <b>0</b>, y con la
            frecuencia <b>Una vez por cierre de barra</b>.
          </li>
          <li>
            En Notificaciones, marca <b>URL del webhook</b> y pega esta dirección:
            <Piece value={url} label="Copiar dirección" texts={copyTexts.address} />
          </li>
          <li>
            Como mensaje, pega este:
            <Piece value={message} label="Copiar mensaje" texts={copyTexts.message} />
          </li>
        </ol>
        <p className={`${classes.lead} ${text.quiet}`}>
          También la puede mirar tu propio monitor: <code>GET</code> a la misma dirección contesta
          200 mientras late y 503 cuando falta. Quien la conozca puede hacerla latir: no la
          publiques.
        </p>
      </Stack>
    </Dialog>
  )
}

interface PieceProps {
  value: string
  label: string
  texts: CopyTexts
}

const Piece = ({ value, label, texts }: PieceProps) => (
  <div className={classes.piece}>
    <code className={`${classes.code} ${text.code}`}>{value}</code>
    <CopyButton look="default" value={value} label={label} texts={texts} />
  </div>
)
