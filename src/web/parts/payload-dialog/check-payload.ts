import { type JsonFault, jsonFault, TOO_DEEP } from '#shared/body/json-fault.ts'
import { type ReadBody, readBody } from '#shared/body/read-body.ts'
import { repeatedKeys } from '#shared/body/repeated-keys.ts'
import { truncate } from '#shared/format.ts'
import { valueAt } from '#shared/payload/payload.ts'
import { tvConfigTexts } from '#shared/texts/tv-configs.ts'
import {
  isStandardPlaceholder,
  placedKeys,
  replacePlaceholders,
  substituted,
} from '#shared/tradingview/chart-placeholders.ts'

export interface PayloadProblem {
  /** Error: TradingView would send something other than a JSON object. */
  severity: 'error' | 'warning'
  /** Line of the text, counted from 1. */
  line: number
  /** In Spanish. */
  message: string
}

/** Default size limit of a webhook. */
const MAX_BYTES = 65_536

/**
 * Problems of a message for TradingView once its placeholders are filled. Their values have no line breaks, so that
 * line numbers stay the same.
 * @param connectionId the connection that the message is for
 */
export function checkPayload(text: string, connectionId: string): PayloadProblem[] {
  if (new TextEncoder().encode(text).length > MAX_BYTES) {
    return [{ severity: 'error', line: 1, message: TOO_LONG }]
  }
  const placeholders = standingIn(text)
  return [
    ...checkJson(text, placeholders, connectionId),
    ...firstOfEachKey(placeholders).flatMap(checkName),
  ].sort((a, b) => a.line - b.line)
}

export const isBroken = (problems: readonly PayloadProblem[]): boolean =>
  problems.some(({ severity }) => severity === 'error')

interface Placeholder {
  key: string
  line: number
  /** True inside quotes; reliable if the text is JSON with its placeholders filled. */
  isQuoted: boolean
}

/** Finds all placeholders in one pass through the text. */
function standingIn(text: string): Placeholder[] {
  let line = 1
  let isQuoted = false
  let end = 0
  return placedKeys(text).map(({ from, to, key }) => {
    for (const [sign] of text.slice(end, from).matchAll(/\\["\\]|["\n]/g)) {
      if (sign === '\n') line += 1
      if (sign === '"') isQuoted = !isQuoted
    }
    end = to
    return { key, line, isQuoted }
  })
}

function firstOfEachKey(placeholders: readonly Placeholder[]): Placeholder[] {
  const seen = new Set<string>()
  return placeholders.filter(({ key }) => !seen.has(key) && seen.add(key))
}

function checkJson(
  text: string,
  placeholders: readonly Placeholder[],
  connectionId: string,
): PayloadProblem[] {
  // Zeros are valid inside and outside quotes: an error here remains with any values.
  const withZeros = replacePlaceholders(text, () => '0')
  const fault = jsonFault(withZeros)
  if (fault) return [asProblem(fault, withZeros)]

  const sent = substituted(text)
  const sentFault = jsonFault(sent)
  const unquoted = firstOfEachKey(placeholders.filter(({ isQuoted }) => !isQuoted)).map(
    ({ key, line }): PayloadProblem => ({
      severity: sentFault ? 'error' : 'warning',
      line,
      message: unquotedText(key),
    }),
  )
  if (sentFault) {
    const problem = asProblem(sentFault, sent)
    const isTold = unquoted.some(({ line }) => line === problem.line)
    return isTold ? unquoted : [...unquoted, problem]
  }
  return [...unquoted, ...checkObject(readBody(sent), text, connectionId)]
}

const asProblem = ({ at, message }: JsonFault, text: string): PayloadProblem => ({
  severity: 'error',
  line: text.slice(0, at).split('\n').length,
  message,
})

function checkObject(sent: ReadBody | null, text: string, connectionId: string): PayloadProblem[] {
  if (!sent || sent.reading === 'text') {
    return [
      { severity: 'error', line: 1, message: text.trim().startsWith('{') ? TOO_DEEP : NO_OBJECT },
    ]
  }
  const problems = repeatedKeys(sent.payloadText).map(
    (key): PayloadProblem => ({
      severity: 'warning',
      line: lineOf(text, JSON.stringify(key)),
      message: repeatedText(key),
    }),
  )
  const id = valueAt(sent.payload, 'connectionId')
  if (id === undefined || id === connectionId) return problems
  return [
    ...problems,
    { severity: 'warning', line: lineOf(text, '"connectionId"'), message: FOREIGN_ID },
  ]
}

/** Number of the last line that contains `sign`; 1 if the text spells it in another way, as with escapes. */
const lineOf = (text: string, sign: string): number =>
  Math.max(
    text.split('\n').findLastIndex(line => line.includes(sign)),
    0,
  ) + 1

const checkName = ({ key, line }: Placeholder): PayloadProblem[] =>
  isStandardPlaceholder(key)
    ? []
    : [{ severity: 'warning', line, message: tvConfigTexts.notStandard(key) }]

const unquotedText = (key: string): string =>
  `{{${key}}} va entre comillas: si TradingView no tiene valor, escribe NaN y el JSON se rompe.`

const repeatedText = (key: string): string =>
  `«${truncate(key, SHOWN_LENGTH)}» está más de una vez: cuenta el último valor.`

/** Characters of a name shown in a message. */
const SHOWN_LENGTH = 40

const TOO_LONG = 'Es demasiado largo: Pregonero admite mensajes de hasta 64 KB.'

const NO_OBJECT = 'No es un objeto {…}: Pregonero lo enviaría tal cual, sin la plantilla.'

const FOREIGN_ID =
  'connectionId no es el de esta conexión. La alerta entra por la URL del webhook: deja aquí el suyo.'

/** Typing pause before a text is checked. */
export const CHECK_DELAY_MS = 300

export type PayloadChecker = (text: string) => PayloadProblem[]

/** Caches the last text, since the editor and the list below it both check it. */
export function payloadChecker(connectionId: string): PayloadChecker {
  let last: { text: string; problems: PayloadProblem[] } | undefined
  return text => {
    if (last?.text !== text) last = { text, problems: checkPayload(text, connectionId) }
    return last.problems
  }
}
