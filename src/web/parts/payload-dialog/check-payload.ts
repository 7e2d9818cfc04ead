import { chartKeysOf, isStandardPlaceholder, substituted } from '#shared/chart-placeholders.ts'
import { tvConfigTexts } from '#shared/texts.ts'
import { jsonFault } from '#web/parts/json-code/json-fault.ts'

export interface PayloadProblem {
  /** An error: what TradingView will send is no JSON object. */
  severity: 'error' | 'warning'
  /** Of the text, counted from 1. */
  line: number
  /** In Spanish. */
  message: string
}

/**
 * What is wrong with a message for TradingView once values stand where its placeholders are. Those
 * have no line breaks, so that lines stay the same.
 * @param connectionId of the connection that the message is for
 */
export function checkPayload(text: string, connectionId: string): PayloadProblem[] {
  const keys = chartKeysOf(text)
  const structure = checkStructure(text, keys)
  const named = isBroken(structure) ? [] : checkConnectionId(text, connectionId)
  return [...structure, ...named, ...keys.flatMap(key => checkName(text, key))].sort(
    (a, b) => a.line - b.line,
  )
}

export const isBroken = (problems: readonly PayloadProblem[]): boolean =>
  problems.some(({ severity }) => severity === 'error')

function checkStructure(text: string, keys: readonly string[]): PayloadProblem[] {
  // Zeros are fine within quotes and without: what is wrong now is wrong whatever is put in.
  const zeros = Object.fromEntries(keys.map(key => [key, '0']))
  const withZeros = substituted(text, zeros)
  const fault = jsonFault(withZeros)
  if (fault) {
    return [{ severity: 'error', line: lineAt(withZeros, fault.at), message: fault.message }]
  }
  const sent = substituted(text)
  const severity = jsonFault(sent) ? 'error' : 'warning'
  const unquoted = keys.flatMap((key): PayloadProblem[] => {
    const withGap = substituted(text, { ...zeros, [key]: 'NaN' })
    const gap = jsonFault(withGap)
    return gap ? [{ severity, line: lineAt(withGap, gap.at), message: unquotedText(key) }] : []
  })
  return severity === 'warning' && !isObject(JSON.parse(sent))
    ? [...unquoted, { severity: 'error', line: 1, message: NO_OBJECT }]
    : unquoted
}

function checkConnectionId(text: string, connectionId: string): PayloadProblem[] {
  const { connectionId: named } = JSON.parse(substituted(text))
  if (named === undefined || named === connectionId) return []
  return [{ severity: 'warning', line: lineWith(text, hasId), message: FOREIGN_ID }]
}

const checkName = (text: string, key: string): PayloadProblem[] =>
  isStandardPlaceholder(key)
    ? []
    : [
        {
          severity: 'warning',
          line: lineWith(text, line => chartKeysOf(line).includes(key)),
          message: tvConfigTexts.notStandard(key),
        },
      ]

const unquotedText = (key: string): string =>
  `{{${key}}} va entre comillas: si TradingView no tiene valor, escribe NaN y el JSON se rompe.`

const NO_OBJECT = 'No es un objeto {…}: Pregonero lo enviaría tal cual, sin la plantilla.'

const FOREIGN_ID =
  'connectionId no es el de esta conexión. La alerta entra por la URL del webhook: deja aquí el suyo.'

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length

/** The first such line; the first of all where what is sought is spelled in another way. */
const lineWith = (text: string, isSought: (line: string) => boolean): number =>
  Math.max(text.split('\n').findIndex(isSought), 0) + 1

const hasId = (line: string): boolean => line.includes('"connectionId"')
