import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#shared/format.ts'
import type { WatchedAlertDetail } from '#shared/model/watch.ts'
import { api } from '#web/data/client.ts'
import { dates } from '#web/data/local-time.ts'
import { Expiry } from '#web/parts/expiry/expiry.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { TextLink } from '#web/ui/links.tsx'
import text from '#web/ui/text.module.css'
import { configOf } from './config-of.ts'
import classes from './series-facts.module.css'
import { searchOf } from './series-menu.tsx'
import { WeeksStrip } from './weeks-strip.tsx'
import { gapWords, momentWords, nextWords, paceWords, silenceWords, stripWords } from './words.ts'

const SHOWN_FIRINGS = 6

/** Facts about an alert: connection, rhythm, next expected time, silence, expiry and latest firings. */
export function SeriesFacts({ series }: { series: WatchedAlertDetail }) {
  const { name, connectionId, connectionName, strip, usualGap, expiry, recent, silenced } = series
  const now = Date.now()
  const next = nextWords(series, now, dates)
  const silence = silenceWords(silenced, now, dates)
  return (
    <>
      <Facts>
        <Fact label="Conexión">
          <TextLink to="/alerts" search={{ connectionId, search: searchOf(name) }}>
            {connectionName}
          </TextLink>
        </Fact>
        <Fact label="Última vez">{momentWords(series.lastFiredAt, now, dates)}</Fact>
        <Fact label="Ritmo habitual">
          {paceWords(series, now)}
          {usualGap !== null && (
            <span className={text.quiet}>
              en horas como estas, casi nunca más de {gapWords(usualGap)} entre dos
            </span>
          )}
        </Fact>
        <Fact label="Próxima esperada">
          {next?.text ?? 'No se sabe'}
          {next?.note && <span className={text.quiet}>{next.note}</span>}
        </Fact>
        {silence && <Fact label="Avisos">{silence}</Fact>}
        <Fact label="Caduca">
          {expiry ? (
            <Expiry on={expiry.on} configId={expiry.configId} isRenewable />
          ) : (
            <ExpiryLink series={series} />
          )}
        </Fact>
        <Fact label="Vista">
          {formatNumber(series.firings)} {series.firings === 1 ? 'vez' : 'veces'} desde el{' '}
          {dates.shortDate(series.firstFiredAt)}
        </Fact>
        <Fact label="Las últimas">
          <ul className={classes.recent}>
            {recent.slice(0, SHOWN_FIRINGS).map((at, nth) => (
              // Two may have fired in the same millisecond.
              // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name
              <li key={`${at} ${nth}`}>
                <time dateTime={at}>
                  {dates.shortDay(at)}, {dates.time(at)}
                </time>
              </li>
            ))}
          </ul>
        </Fact>
      </Facts>
      <figure className={classes.strip}>
        <figcaption className={text.quiet}>Últimas 4 semanas, día a día</figcaption>
        <WeeksStrip days={strip.counts} label={stripWords(strip.counts)} />
        <div className={`${classes.ends} ${text.quiet}`} aria-hidden="true">
          <span>hace {strip.counts.length - 1} días</span>
          <span>hoy</span>
        </div>
      </figure>
    </>
  )
}

/** Link to the alert's configuration, to enter the expiry day; without one, to those of its connection. */
function ExpiryLink({ series }: { series: WatchedAlertDetail }) {
  const { data: configs = [] } = useQuery(api.tvConfigs.list.queryOptions())
  const { connectionId } = series
  const config = configOf(series, configs)
  return (
    <>
      <TextLink to="/tv-alert-generator" search={config ? { editar: config.id } : { connectionId }}>
        Escríbelo en su configuración
      </TextLink>
      <span className={text.quiet}>Se te recuerda 3 días y 1 día antes.</span>
    </>
  )
}
