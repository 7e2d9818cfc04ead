import { GENERATOR_TOKEN } from '../generator-token.ts'
import { isZero, type Payload, valueAt } from './payload.ts'

export type ValueSources = {
  payload: Payload
  /** What the server knows by itself: `connection_name`, `alert_name`, `timestamp`. */
  builtIn: Record<string, string>
}

/** What a template's placeholders and conditions stand for, each key looked up once. */
export class PlaceholderValues {
  readonly #sources: ValueSources
  readonly #found = new Map<string, unknown>()

  constructor(sources: ValueSources) {
    this.#sources = sources
  }

  /** Undefined when nobody has a value. */
  at(key: string): unknown {
    if (!this.#found.has(key)) this.#found.set(key, lookUp(key, this.#sources))
    return this.#found.get(key)
  }

  /** Whether the condition is met. */
  isTrue(key: string): boolean {
    const value = this.at(key)
    const isNothing = value === undefined || value === null || value === '' || value === false
    return !isNothing && !isZero(value)
  }
}

function lookUp(key: string, { payload, builtIn }: ValueSources): unknown {
  const value = valueAt(payload, key)
  if (Object.hasOwn(builtIn, key) && (value === undefined || isGeneratorToken(value))) {
    return builtIn[key]
  }
  if (key === 'payload' && value === undefined) return prettyPayload(payload)
  return value
}

function isGeneratorToken(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(GENERATOR_TOKEN)
}

function prettyPayload(payload: Payload): string {
  const shown = Object.entries(payload).filter(([key]) => key !== 'connectionId')
  return JSON.stringify(Object.fromEntries(shown), null, 2)
}
