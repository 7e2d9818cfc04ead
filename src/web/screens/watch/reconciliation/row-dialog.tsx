import type { ReactNode } from 'react'
import { formatDuration } from '#shared/format.ts'
import { dates } from '#web/data/local-time.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import type { ReportRow } from './report.ts'
import { ResendButton } from './resend-row.tsx'
import classes from './row-dialog.module.css'
import { useResent } from './use-resent.ts'
import { VerdictIcon } from './verdict-looks.tsx'
import { instantWords, verdictWords } from './words.ts'

interface RowDialogProps {
  row: ReportRow
  opened: boolean
  onClose: () => void
}

/** One alert in TradingView's log, beside the same alert in Pregonero, with advice. */
export function RowDialog({ row, opened, onClose }: RowDialogProps) {
  const { verdict, firedAt, arrivedAt, name, symbol, connectionName } = row
  const { long, advice } = verdictWords[verdict]
  const resent = useResent(row)
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={name}
      width={720}
      foot={
        row.alertId !== null && (
          <>
            <LinkButton to="/alerts" hash={row.alertId}>
              Ver la alerta
            </LinkButton>
            <ResendButton row={row} />
          </>
        )
      }
    >
      <div className={classes.verdict}>
        <VerdictIcon verdict={verdict} />
        <div>
          <p className={classes.long}>{long}</p>
          {row.reason && <p className={classes.reason}>{row.reason}</p>}
          <p className={classes.reason}>{resent?.words ?? advice}</p>
        </div>
      </div>
      <div className={classes.sides}>
        <Side title="TradingView">
          <Fact label="Disparó">
            {firedAt === null ? 'No está en su registro' : instantWords(firedAt)}
          </Fact>
          {row.statusText && <Fact label="Webhook">{row.statusText}</Fact>}
          {symbol && <Fact label="Símbolo">{symbol}</Fact>}
        </Side>
        <Side title="Pregonero">
          <Fact label="Llegó">{arrivedAt === null ? 'No consta' : instant(arrivedAt)}</Fact>
          {firedAt !== null && arrivedAt !== null && (
            <Fact label="Tardó">≈ {formatDuration(Math.max(0, arrivedAt - firedAt))}</Fact>
          )}
          {connectionName && <Fact label="Conexión">{connectionName}</Fact>}
        </Side>
      </div>
      {row.description && (
        <section>
          <h3 className={classes.side}>Mensaje en su registro</h3>
          <pre className={classes.message}>{row.description}</pre>
        </section>
      )}
    </Dialog>
  )
}

const Side = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className={classes.side}>{title}</h3>
    <Facts narrow>{children}</Facts>
  </section>
)

const instant = (at: number) => `${dates.date(at)} ${dates.preciseTime(at)}`
