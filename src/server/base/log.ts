import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config.ts'

export type Log = Logger

/** Writes one JSON line for each event; discards it without a destination. Bot tokens and API tokens are redacted. */
export function createLog({
  level,
  destination = nowhere,
}: {
  level: Config['logLevel']
  destination?: DestinationStream
}): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    // On the finished line, so that no field, error text or stack can hide a token.
    hooks: { streamWrite: withoutTokens },
  }
  return pino(options, destination)
}

const nowhere: DestinationStream = { write() {} }

const withoutTokens = (line: string): string =>
  line.replace(BOT_TOKEN, '[token]').replace(API_TOKEN, '[token]')

/** A bot token, with its colon percent-encoded any number of times, or its secret half alone. */
const BOT_TOKEN = /\d{5,16}(?::|%(?:25)*3a)[\w-]{30,}|(?<![\w-])AA[\w-]{33}(?![\w-])/gi

/** An API token, or its beginning. */
const API_TOKEN = /pgn_\w{8,}/gi
