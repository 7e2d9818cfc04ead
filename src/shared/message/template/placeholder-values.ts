import { isConnectionId, isReservedKey } from '../../payload/key-names.ts'
import { KeySpelling } from '../../payload/key-spelling.ts'
import { isContainer, isZero, type Payload, valueAt, valueText } from '../../payload/payload.ts'
import { isUnfilled } from '../../tradingview/unfilled.ts'
import { isBlank } from '../clean-text.ts'
import { applyFilters, type ShownValue } from './apply-filters.ts'
import { hasDefault } from './filters.ts'
import { exchangeOf, symbolKeys, synonymsOf } from './synonyms.ts'
import type { PlaceholderToken } from './template-tokens.ts'

export type ValueSources = {
  payload: Payload
  /** The values that the server knows: `connection_name`, `alert_name`, `timestamp`. */
  builtIn: Record<string, string>
  /** When the alert came, in milliseconds UTC: the instant of `timestamp`. */
  receivedAt?: number
  /** An IANA name; in it stand the texts that time filters make. */
  timeZone: string
}

/**
 * `from` is the key of the payload whose value was taken, where the asked one has none; `instant` is
 * known of a value that is not written as one. `isBlank` once it was looked at.
 */
type Found = { value: unknown; from?: string; instant?: number | undefined; isBlank?: boolean }

const NOTHING: Found = { value: '' }

/** The values of a template's placeholders and conditions. Each key is looked up once. */
export class PlaceholderValues {
  readonly #sources: ValueSources
  readonly #spelling: KeySpelling
  readonly #found = new Map<string, Found>()

  constructor(sources: ValueSources) {
    this.#sources = sources
    this.#spelling = new KeySpelling(sources.payload)
  }

  /** Undefined where there is no value. */
  at(key: string): unknown {
    return this.#find(key).value
  }

  /** Whether there is neither a value nor a default for a placeholder. */
  isMissing({ key, filters }: PlaceholderToken): boolean {
    return this.at(key) === undefined && !hasDefault(filters)
  }

  /** What a placeholder becomes; undefined where it is missing. */
  shown({ key, filters }: PlaceholderToken): ShownValue | undefined {
    const found = this.#find(key)
    if (found.value === undefined && !hasDefault(filters)) return undefined
    if (filters.length === 0) return { text: valueText(found.value) }
    const isNothing = hasDefault(filters) && isBlankValue(found)
    return applyFilters(isNothing ? NOTHING : found, filters, this.#sources.timeZone)
  }

  /** The key of the payload whose value stands in for that of a key without one. */
  sourceOf(key: string): string | undefined {
    return this.#find(key).from
  }

  /** Whether the condition `{{#if key}}` is met. */
  isTrue(key: string): boolean {
    const value = this.at(key)
    const isNothing = value === undefined || value === null || value === '' || value === false
    return !isNothing && !isZero(value)
  }

  /** Whether only the body can bring a value for the key. */
  isFromBody(key: string): boolean {
    return !isReservedKey(key) && !Object.hasOwn(this.#sources.builtIn, key.toLowerCase())
  }

  #find(key: string): Found {
    const known = this.#found.get(key)
    if (known) return known
    const found = this.#lookUp(key)
    this.#found.set(key, found)
    return found
  }

  #lookUp(key: string): Found {
    const value = valueAt(this.#sources.payload, key)
    if (value !== undefined && !isUnfilled(value)) return { value }
    return this.#builtInValue(key) ?? this.#substitute(key)
  }

  #builtInValue(key: string): Found | undefined {
    const { payload, builtIn, receivedAt } = this.#sources
    const name = key.toLowerCase()
    if (Object.hasOwn(builtIn, name)) {
      return { value: builtIn[name], instant: name === 'timestamp' ? receivedAt : undefined }
    }
    return name === 'payload' ? { value: prettyPayload(payload) } : undefined
  }

  /** From the same key in another case, else from a synonym, else from the market before a symbol. */
  #substitute(key: string): Found {
    for (const name of [key, ...synonymsOf(key)]) {
      const found = this.#valueIn(name)
      if (found) return found
    }
    if (key.toLowerCase() !== 'exchange') return { value: undefined }
    for (const name of symbolKeys) {
      const symbol = this.#valueIn(name)
      const exchange = symbol && exchangeOf(valueText(symbol.value))
      if (exchange !== undefined) return { ...symbol, value: exchange }
    }
    return { value: undefined }
  }

  #valueIn(name: string): Found | undefined {
    const { payload } = this.#sources
    const from = [name, this.#spelling.of(name)].find(
      spelled => spelled !== undefined && canSubstitute(valueAt(payload, spelled)),
    )
    return from === undefined ? undefined : { value: valueAt(payload, from), from }
  }
}

/** Looked at once: a template may ask for a long value with many defaults. */
function isBlankValue(found: Found): boolean {
  found.isBlank ??= isBlank(valueText(found.value))
  return found.isBlank
}

/** A blank value, an object or a list stands in for no other key. */
const canSubstitute = (value: unknown): boolean =>
  !isContainer(value) && !isBlank(valueText(value)) && !isUnfilled(value)

function prettyPayload(payload: Payload): string {
  const shown = Object.entries(payload).filter(([key]) => !isConnectionId(key))
  return JSON.stringify(Object.fromEntries(shown), null, 2)
}
