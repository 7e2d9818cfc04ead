import { formatNumber, quantity } from '../format.ts'
import type { Verdict } from './verdicts.ts'

/** Fields of a log row that patterns depend on. @property at milliseconds UTC */
export type JudgedRow = {
  at: number | null
  verdict: Verdict
  /** TradingView's name of the alert. */
  name: string
  /** Cause of a failure: `timeout`, or the HTTP status of the response. */
  cause: string | null
}

/** Advice on a common cause, in Spanish. */
export type Advice = {
  kind: 'slow' | 'away' | 'one-alert' | 'status' | 'none-matched'
  title: string
  advice: string
  count: number
}

/** Minimum number of rows of a pattern. */
const LEAST = 3
/** Minimum share of the affected rows that a pattern must explain. */
const MOST_OF_THEM = 0.8
const HOUR_MS = 3_600_000

/** Advice on failures with a common cause, most rows first. */
export function findPatterns(rows: readonly JudgedRow[]): Advice[] {
  const lost = rows.filter(({ verdict }) => verdict === 'lost')
  const failed = rows.filter(({ verdict }) => verdict === 'lost' || verdict === 'failed-but-here')
  return [noneMatched(rows), slow(failed), away(lost), oneAlert(rows, lost), ...statuses(lost)]
    .filter(advice => advice !== null)
    .sort((one, other) => other.count - one.count)
}

function noneMatched(rows: readonly JudgedRow[]): Advice | null {
  const timed = rows.filter(({ at }) => at !== null)
  const isNone = timed.every(({ verdict }) => verdict === 'lost' || verdict === 'unknown')
  if (timed.length < LEAST || !isNone) return null
  return {
    kind: 'none-matched',
    title: 'Ninguna fila coincide con tu historial',
    advice:
      'Antes de darlas por perdidas mira si la zona horaria y el orden de las fechas son los del archivo, y si el registro es de esta cuenta.',
    count: timed.length,
  }
}

function slow(failed: readonly JudgedRow[]): Advice | null {
  const count = failed.filter(({ cause }) => cause === 'timeout').length
  if (count < LEAST || count < failed.length * MOST_OF_THEM) return null
  return {
    kind: 'slow',
    title: 'TradingView se cansó de esperar',
    advice:
      'Espera 3 segundos. Mira qué tarda entre internet y Pregonero: el proxy, el túnel o una máquina que se duerme.',
    count,
  }
}

function away(lost: readonly JudgedRow[]): Advice | null {
  const instants = lost.flatMap(({ at }) => at ?? []).sort((one, other) => one - other)
  let most = 0
  let first = 0
  instants.forEach((instant, place) => {
    while (instant - (instants[first] ?? 0) > HOUR_MS) first += 1
    most = Math.max(most, place - first + 1)
  })
  if (most < LEAST || most < instants.length * MOST_OF_THEM) return null
  return {
    kind: 'away',
    title: `${formatNumber(most)} se perdieron en la misma hora`,
    advice:
      'Parece que esta máquina, su conexión o el proxy no estaban en marcha. Mira qué pasó a esa hora y si vuelve a arrancar sola.',
    count: most,
  }
}

function oneAlert(rows: readonly JudgedRow[], lost: readonly JudgedRow[]): Advice | null {
  const byName = Map.groupBy(lost, ({ name }) => name)
  const [name, its] = [...byName].sort((one, other) => other[1].length - one[1].length)[0] ?? []
  if (name === undefined || its === undefined) return null
  const all = rows.filter(row => row.name === name && row.verdict !== 'unknown')
  const isMost = its.length >= lost.length * MOST_OF_THEM
  const isDead = its.length >= all.length * MOST_OF_THEM
  const hasOthers = rows.some(row => row.name !== name)
  if (its.length < LEAST || !isMost || !isDead || !hasOthers) return null
  return {
    kind: 'one-alert',
    title: `Casi todo lo perdido es de «${name}»`,
    advice:
      'Abre esa alerta en TradingView y compara la dirección de su webhook con la de tu conexión: puede ser una antigua.',
    count: its.length,
  }
}

const statusAdvice: Readonly<Record<string, string>> = {
  '401': 'Algo delante de Pregonero pide una contraseña. El camino /webhooks/ no debe pedirla.',
  '403':
    'Algo delante de Pregonero lo rechaza, o la conexión solo acepta a TradingView y el proxy oculta quién llama.',
  '404': 'La dirección del webhook no existe aquí. Compárala con la de tu conexión.',
  '413': 'El mensaje es demasiado largo para el proxy o para Pregonero.',
  '429':
    'Algo delante de Pregonero limita cuántas peticiones deja pasar. Exceptúa el camino /webhooks/.',
}

function statuses(lost: readonly JudgedRow[]): Advice[] {
  const byCause = Map.groupBy(lost, ({ cause }) => cause)
  return [...byCause].flatMap(([cause, { length: count }]) => {
    if (cause === null || cause === 'timeout' || count < LEAST) return []
    const isDown = cause.startsWith('5')
    const advice =
      statusAdvice[cause] ??
      (isDown
        ? 'El proxy respondió que Pregonero no estaba. Mira si se reiniciaba, o si el disco está lleno.'
        : 'No es una respuesta de Pregonero: mira quién contesta en esa dirección.')
    return [
      {
        kind: 'status' as const,
        title: `${quantity(count, 'fila recibió', 'filas recibieron')} la respuesta ${cause}`,
        advice,
        count,
      },
    ]
  })
}
