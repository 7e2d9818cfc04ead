import { productPlaceholders, substituted } from '#shared/tradingview/chart-placeholders.ts'
import type { GeneratedPayload } from '#shared/tradingview/generated-payload.ts'

/**
 * JSON of a connection as TradingView would send it, with samples in place of its placeholders. Fields that
 * Pregonero fills in itself are omitted.
 */
export function exampleBody(payload: GeneratedPayload): string {
  const fields = Object.entries(payload)
    .filter(([key]) => !own.includes(key))
    .map(([key, value]) => [key, key === 'connectionId' ? value : sampleFor(key, value)])
  return JSON.stringify(Object.fromEntries(fields), null, 2)
}

const own: readonly string[] = productPlaceholders

function sampleFor(key: string, value: string): string {
  const sample = substituted(value)
  return sample === value ? `Prueba de ${key}` : sample
}

/** POST request of a JSON text, to be made from a terminal. */
export interface Post {
  url: string
  body: string
}

/** For the shells of macOS and Linux. */
export const curlCommand = ({ url, body }: Post): string =>
  [
    `curl -X POST ${shellQuoted(url)}`,
    "-H 'content-type: application/json'",
    `-d ${shellQuoted(body)}`,
  ].join(' \\\n  ')

/**
 * For Windows. JSON-escapes single quotes, which would end the string, and DEL and non-ASCII characters, which
 * versions of PowerShell read differently.
 */
export const powershellCommand = ({ url, body }: Post): string =>
  [
    'Invoke-RestMethod -Method Post',
    `-Uri '${url.replaceAll("'", "''")}'`,
    "-ContentType 'application/json'",
    `-Body '${body.replace(/['\u007f-\uffff]/g, escaped)}'`,
  ].join(' ')

/** Within single quotes a shell takes everything literally except the quote itself. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
