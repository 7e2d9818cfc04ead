import { Button, UnstyledButton } from '@mantine/core'
import { useMemo, useState } from 'react'
import { formatNumber, quantity } from '#shared/format.ts'
import { dates, dayOf } from '#web/data/local-time.ts'
import { SectionCard } from '#web/ui/section-card.tsx'
import { DayStrip, gapsWords } from './day-strip.tsx'
import type { ReportDay } from './days.ts'
import classes from './days-card.module.css'
import type { ReportRow } from './report.ts'

interface DaysCardProps {
  days: readonly ReportDay[]
  rows: readonly ReportRow[]
  /** Day to which the table is narrowed. */
  chosen: string | undefined
  phone: boolean
  onChoose: (day: string) => void
}

/** Number of days listed at first. */
const FEW_DAYS = 4
const FEW_GAPS = 4

/** One day as a strip: the chosen one, by default the day with the most losses. */
export function DaysCard({ days, rows, chosen, phone, onChoose }: DaysCardProps) {
  const shown = days.find(({ day }) => day === chosen) ?? days[0]
  const [all, setAll] = useState(false)
  const ofDay = useMemo(
    () => rows.filter(({ at }) => at !== null && dayOf(at) === shown?.day),
    [rows, shown?.day],
  )
  if (!shown) return null
  const listed = all ? days : days.slice(0, FEW_DAYS)
  return (
    <SectionCard title={titleOf(shown)} aside={<Legend hasGaps={shown.missing > 0} />} flush>
      <div className={classes.body} data-several={days.length > 1}>
        {days.length > 1 && (
          <ul className={classes.days} aria-label="Días">
            {listed.map(day => (
              <li key={day.day}>
                <UnstyledButton
                  className={classes.day}
                  aria-pressed={day.day === shown.day}
                  onClick={() => onChoose(day.day)}
                >
                  <span>{dates.shortDate(day.start)}</span>
                  <span className={classes.missing} data-none={day.missing === 0}>
                    {day.missing === 0
                      ? 'sin huecos'
                      : `${day.missing === 1 ? 'falta' : 'faltan'} ${formatNumber(day.missing)}`}
                  </span>
                </UnstyledButton>
              </li>
            ))}
            {days.length > FEW_DAYS && !all && (
              <li>
                <Button variant="subtle" size="xs" onClick={() => setAll(true)}>
                  Ver los {formatNumber(days.length)} días
                </Button>
              </li>
            )}
          </ul>
        )}
        <div className={classes.main}>
          <DayStrip day={shown} rows={ofDay} pieces={phone ? 96 : 288} />
          <p className={classes.gaps}>
            {shown.missing === 0 ? (
              `Sin huecos: TradingView disparó ${quantity(shown.fired, 'alerta', 'alertas')} y aquí constan ${formatNumber(shown.arrived)}.`
            ) : (
              <>
                <b>Huecos:</b> {gapsWords(shown.gaps, FEW_GAPS)}.
              </>
            )}
          </p>
        </div>
      </div>
    </SectionCard>
  )
}

const titleOf = ({ start }: ReportDay) => {
  const words = dates.weekday(start)
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

const Legend = ({ hasGaps }: { hasGaps: boolean }) => (
  <ul className={classes.legend}>
    <li data-side="fired">Disparadas</li>
    <li data-side="arrived">Recibidas</li>
    {hasGaps && <li data-side="lost">Nunca llegaron</li>}
  </ul>
)
