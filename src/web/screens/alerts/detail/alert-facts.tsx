import { deliveryWords } from '#shared/delivery-status.ts'
import { formatList, quantity, shortId, truncate } from '#shared/format.ts'
import { DELIVERY_MAX_ATTEMPTS } from '#shared/limits.ts'
import { keysWithValue } from '#shared/message/template/stand-ins.ts'
import type { AlertDetail, Reading } from '#shared/model/alert.ts'
import type { Connection } from '#shared/model/connection.ts'
import { parsePayload } from '#shared/payload/payload.ts'
import { isTradingViews } from '#shared/tradingview/source-addresses.ts'
import { unfilledIn, unfilledText } from '#shared/tradingview/unfilled.ts'
import { dates } from '#web/data/local-time.ts'
import { copyTexts } from '#web/parts/copy-texts.ts'
import { nextAttempt } from '#web/parts/delivery-words.ts'
import { MissingKeys } from '#web/parts/missing-keys.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { messageWords } from '../words.ts'
import classes from './alert-facts.module.css'

interface AlertFactsProps {
  alert: AlertDetail
  /** Undefined if deleted or not loaded yet. */
  connection: Connection | undefined
}

/** Facts of an alert: identity, connection, delivery state, and how its body was read and filled in. */
export function AlertFacts({ alert, connection }: AlertFactsProps) {
  const { id, name, timestamp, connectionId, connectionName } = alert
  const { receivedFrom, addressId, reading, repeatedKeys, missing, taken } = alert
  const unfilled = unfilledIn(alert.payloadText)
  return (
    <Facts>
      <Fact label="Fecha">
        <time dateTime={timestamp}>
          {dates.longDate(timestamp)}, {dates.time(timestamp)}
        </time>
      </Fact>
      {receivedFrom !== null && (
        <Fact label="Recibida desde">
          <span>
            {receivedFrom}
            {isTradingViews(receivedFrom) && <span className={classes.quiet}> · TradingView</span>}
          </span>
        </Fact>
      )}
      <Fact label="Configuración">{name}</Fact>
      <Fact label="Conexión">
        <TextLink to="/alerts" search={{ connectionId }} title="Ver sus alertas">
          {connectionName}
        </TextLink>
      </Fact>
      {addressId !== null && (
        <Fact label="Dirección">
          <code>/webhooks/{shortId(addressId)}</code>
        </Fact>
      )}
      <Fact label="Estado de Telegram">
        <span>
          {deliveryWords[alert.telegramDeliveryStatus]}
          <span className={classes.quiet}>{deliveryFacts(alert).map(fact => ` · ${fact}`)}</span>
        </span>
      </Fact>
      {reading !== 'json' && <Fact label="Lectura">{readingWords[reading]}</Fact>}
      {repeatedKeys.length > 0 && <Fact label="Clave repetida">{repeatedWords(repeatedKeys)}</Fact>}
      {taken.length > 0 && (
        <Fact label="Sinónimos">
          <ul className={classes.taken}>
            {taken.map(({ key, from }) => (
              <li key={key}>
                <code>{key}</code> se tomó de <code>{from}</code>
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {missing.length > 0 && (
        <Fact label="Sin valor">
          <MissingKeys
            id={id}
            missing={missing}
            taken={taken}
            came={keysWithValue(parsePayload(alert.payloadText), connection?.neverShown)}
            templateId={connection?.templateId}
          />
        </Fact>
      )}
      {unfilled.length > 0 && <Fact label="Sin rellenar">{unfilledText(unfilled)}</Fact>}
      <Fact label="ID">
        <code className={classes.id}>{id}</code>
        <CopyButton value={id} label="Copiar ID" texts={copyTexts.alertId} />
      </Fact>
    </Facts>
  )
}

const readingWords: Record<Exclude<Reading, 'json'>, string> = {
  repaired: 'Reparado: no era un objeto JSON válido. Más abajo está tal como llegó.',
  text: 'Texto: no era un objeto JSON. Se envía tal cual, sin plantilla.',
}

/** Max length of one key, and max number of keys listed. */
const SHOWN_LENGTH = 40
const SHOWN_NAMES = 8

const repeatedWords = (keys: readonly string[]): string =>
  `${formatList(
    keys.map(key => truncate(key, SHOWN_LENGTH)),
    SHOWN_NAMES,
  )}. De los valores cuenta el último.`

/** «1 intento», «intento 2 de 3», «mensaje 48213». */
function deliveryFacts(alert: AlertDetail): string[] {
  const { retryAttempts, messageIds } = alert
  const next = nextAttempt(alert)
  const message = messageWords(messageIds)
  const facts: string[] = []
  if (next) facts.push(`intento ${next}`)
  else if (retryAttempts > 0) facts.push(attemptWords(retryAttempts))
  if (message) facts.push(message)
  return facts
}

function attemptWords(attempts: number): string {
  return quantity(Math.min(attempts, DELIVERY_MAX_ATTEMPTS), 'intento', 'intentos')
}
