import { styleText } from 'node:util'
import type { DestinationStream } from 'pino'
import { z } from 'zod'

type Paint = (style: 'dim' | 'green' | 'yellow' | 'red', text: string) => string

const eventSchema = z.looseObject({
  level: z.string(),
  time: z.string(),
  msg: z.string().default(''),
})

type Event = z.infer<typeof eventSchema>

/** Fields shown of wide events; the others are found only in the JSON lines. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  webhook: ['result', 'status', 'ms', 'from', 'requestId', 'alertId'],
  attempt: [
    'outcome',
    'next',
    'code',
    'waitMs',
    'sendMs',
    'retryInMs',
    'lane',
    'alerts',
    'alertIds',
  ],
}
/** Fields shown without their names, because their values are clear enough. */
const PLAIN = ['result', 'status', 'outcome', 'next', 'code']
const GOOD = ['stored', 'delivered', 'part', 'found']

/**
 * Turns each log event into one short line for a person at the terminal: its time, message and fields, with
 * the stack of an error below.
 * @param output receives the lines
 */
export function terminalLines(output: DestinationStream, isColored: boolean): DestinationStream {
  const paint: Paint = (style, text) =>
    isColored ? styleText(style, text, { validateStream: false }) : text
  return {
    write: line => output.write(`${shortLine(eventSchema.parse(JSON.parse(line)), paint)}\n`),
  }
}

function shortLine({ level, time, msg, err, ...fields }: Event, paint: Paint): string {
  const names = SHOWN[msg] ?? Object.keys(fields)
  const shown = names.filter(name => fields[name] !== undefined)
  const texts = shown.map(name =>
    PLAIN.includes(name) ? text(fields[name]) : `${paint('dim', `${name}=`)}${text(fields[name])}`,
  )
  const clock = new Date(time).toTimeString().slice(0, 8)
  const head = paint(styleOf(level, fields), printable(msg))
  return [paint('dim', clock), head, ...texts].join(' ') + troubleOf(err, paint)
}

function styleOf(level: string, fields: Record<string, unknown>): Parameters<Paint>[0] {
  if (level === 'error' || level === 'fatal' || fields.next === 'failed') return 'red'
  if (level === 'warn') return 'yellow'
  const outcome = fields.result ?? fields.outcome
  return outcome === undefined || GOOD.includes(String(outcome)) ? 'green' : 'yellow'
}

const errorSchema = z.object({ message: z.string(), stack: z.string().default('') })

function troubleOf(err: unknown, paint: Paint): string {
  const error = errorSchema.safeParse(err).data
  if (!error) return ''
  const lines = (error.stack || error.message).split('\n').map(printable)
  return `\n${paint('dim', lines.map(line => `  ${line}`).join('\n'))}`
}

const text = (value: unknown): string =>
  printable(typeof value === 'string' ? value : JSON.stringify(value))

/** Replaces control characters, because input from strangers must not control the terminal. */
const printable = (value: string): string =>
  value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '\u{fffd}')
