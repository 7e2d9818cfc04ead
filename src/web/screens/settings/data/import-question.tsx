import { formatNumber } from '#shared/format.ts'
import type { SetUp } from '#shared/model/export-file.ts'
import { Notice } from '#web/ui/notice.tsx'
import { danglingWords, droppedWords, failingWords, readdressedWords } from '../words.ts'
import { danglingReferences } from './check-import.ts'
import classes from './import-question.module.css'

interface ImportQuestionProps {
  fileName: string
  setUp: SetUp
  /** Number of unsent alerts that would fail. */
  failing: number
  /** Names of connections whose webhook would have another address. */
  readdressed: string[]
  /** Names of connections with an address that the file lacks. */
  dropped: string[]
}

/** Contents and consequences of an import. */
export function ImportQuestion({
  fileName,
  setUp,
  failing,
  readdressed,
  dropped,
}: ImportQuestionProps) {
  const counts: [string, number][] = [
    ['Conexiones', setUp.connections.length],
    ['Plantillas', setUp.messageTemplates.length],
    ['Configuraciones TV', setUp.tradingViewAlertConfigs.length],
    ['Widgets del panel', setUp.dashboardWidgets.length],
  ]
  const warnings = danglingWords(danglingReferences(setUp))
  if (readdressed.length > 0) warnings.push(readdressedWords(readdressed))
  if (dropped.length > 0) warnings.push(droppedWords(dropped))
  if (failing > 0) warnings.push(failingWords(failing))
  return (
    <>
      Se reemplazarán <strong className={classes.all}>TODAS</strong> las configuraciones actuales
      por las de <span className={classes.file}>{fileName}</span>. Esta acción no se puede deshacer.
      <dl className={classes.counts} aria-label="En el archivo">
        {counts.map(([what, count]) => (
          <div key={what} className={classes.count}>
            <dt>{what}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      El historial y las notificaciones se conservan; el registro de errores se vacía.
      {warnings.map(warning => (
        <Notice key={warning} tone="warn" className={classes.warning}>
          {warning}
        </Notice>
      ))}
    </>
  )
}
