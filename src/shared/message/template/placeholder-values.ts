import { hiddenNames, isConnectionId, isReservedKey } from '../../payload/key-names.ts'
import { KeySpelling } from '../../payload/key-spelling.ts'
import { isContainer, isZero, type Payload, valueAt, valueText } from '../../payload/payload.ts'
import { withoutHidden } from '../../payload/readable-text.ts'
import type { IsHidden } from '../../payload/secrets-in-text.ts'
import { isUnfilled } from '../../tradingview/unfilled.ts'
import { isBlank } from '../clean-text.ts'
import { applyFilters, type ShownValue } from './apply-filters.ts'
import { hasDefault } from './filters.ts'
import { exchangeOf, isMarketKey, symbolKeys, synonymsOf } from './synonyms.ts'
import type { PlaceholderToken } from './template-tokens.ts'

export type ValueSources = {
  payload: Payload
  /** The values that the server knows: `connection_name`, `alert_name`, `timestamp`. */
  builtIn: Record<string, string>
  /** When the alert came, in milliseconds UTC: the instant of `timestamp`. */
  receivedAt?: number
  /** Names whose values are never shown, in addition to names of secrets. */
  neverShown?: readonly string[]
  /** IANA name of the zone in which time filters write. */
  timeZone: string
}

/**
 * `from`: payload key whose value was taken, if the requested key has no value. `instant`: milliseconds UTC, for a
 * value whose text does not contain it. `isBlank`: cached result of the check.
 */
type Found = { value: unknown; from?: string; instant?: number | undefined; isBlank?: boolean }

const NOTHING: Found = { value: '' }

/** The values of a template's placeholders and conditions. Each key is looked up once. */
export class PlaceholderValues {
  readonly #sources: ValueSources
  readonly #spelling: KeySpelling
  readonly #found = new Map<string, Found>()
  readonly #isHidden: IsHidden

  constructor(sources: ValueSources) {
    this.#sources = sources
    this.#isHidden = hiddenNames(sources.neverShown)
    this.#spelling = new KeySpelling(sources.payload)
  }

  /** Value of a key; undefined if it has no value. */
  at(key: string): unknown {
    return this.#find(key).value
  }

  /** Whether there is neither a value nor a default for a placeholder. */
  isMissing({ key, filters }: PlaceholderToken): boolean {
    return this.at(key) === undefined && !hasDefault(filters)
  }

  /** Shown value of a placeholder; undefined if it is missing. */
  shown({ key, filters }: PlaceholderToken): ShownValue | undefined {
    const found = this.#find(key)
    if (found.value === undefined && !hasDefault(filters)) return undefined
    if (filters.length === 0) return { text: valueText(found.value) }
    const isNothing = hasDefault(filters) && isBlankValue(found)
    return applyFilters(isNothing ? NOTHING : found, filters, this.#sources.timeZone)
  }

  /** Payload key whose value is used for a key without one of its own. */
  sourceOf(key: string): string | undefined {
    return this.#find(key).from
  }

  /** Whether the condition `{{#if key}}` is met. */
  isTrue(key: string): boolean {
    const value = this.at(key)
    const isNothing = value === undefined || value === null || value === '' || value === false
    return !isNothing && !isZero(value)
  }

  /** Whether only the body can supply a value for the key. */
  isFromBody(key: string): boolean {
    return !isReservedKey(key) && !Object.hasOwn(this.#sources.builtIn, key.toLowerCase())
  }

  #find(key: string): Found {
    const known = this.#found.get(key)
    if (known) return known
    const found = this.#shown(this.#lookUp(key))
    this.#found.set(key, found)
    return found
  }

  /** Removes secrets from texts, objects and lists. */
  #shown(found: Found): Found {
    const { value } = found
    if (typeof value !== 'string' && !isContainer(value)) return found
    const shown = withoutHidden(value, this.#isHidden)
    return shown === value ? found : { ...found, value: shown }
  }

  /** Whether a name in the path is hidden; not the connection's id, which is masked in the message instead. */
  #hides(key: string): boolean {
    const isHidden =
      this.#isHidden(key) || (key.includes('.') && key.split('.').some(this.#isHidden))
    return isHidden && !isConnectionId(key)
  }

  #lookUp(key: string): Found {
    if (this.#hides(key)) return { value: undefined }
    const value = valueAt(this.#sources.payload, key)
    const isValue = value !== undefined && !isUnfilled(value)
    if (isValue && !(isObject(value) && isMarketKey(key))) return { value }
    return this.#builtInValue(key) ?? this.#substitute(key)
  }

  #builtInValue(key: string): Found | undefined {
    const { payload, builtIn, receivedAt } = this.#sources
    const name = key.toLowerCase()
    if (Object.hasOwn(builtIn, name)) {
      return { value: builtIn[name], instant: name === 'timestamp' ? receivedAt : undefined }
    }
    return name === 'payload' ? { value: prettyPayload(payload, this.#isHidden) } : undefined
  }

  /**
   * Tries in order: the key in another spelling, its synonyms, a field of the object under the key (market keys
   * only), a nested value of such a name, a value that can only be a side (for `side`), and the parts of a symbol.
   */
  #substitute(key: string): Found {
    const names = [key, ...synonymsOf(key)]
    return (
      firstOf(names, name => this.#valueIn(name)) ??
      (isMarketKey(key) ? this.#inside(key, names) : undefined) ??
      firstOf(names, name => this.#nested(key, name)) ??
      (key.toLowerCase() === 'side' ? this.#sideByWord() : undefined) ??
      this.#ofMarket(key.toLowerCase()) ?? { value: undefined }
    )
  }

  #valueIn(name: string): Found | undefined {
    const { payload } = this.#sources
    const spelled = this.#spelling.of(name)
    const from = [name, spelled].find(
      key => key !== undefined && spelled !== undefined && canSubstitute(valueAt(payload, key)),
    )
    if (from === undefined || this.#hides(from)) return undefined
    return { value: valueAt(payload, from), from }
  }

  /** Value within the object under the key, such as `close` of `"price": {"open": 1, "close": 2}`. */
  #inside(key: string, names: readonly string[]): Found | undefined {
    const outer = this.#spelling.of(key)
    if (outer === undefined || !isContainer(valueAt(this.#sources.payload, outer))) return undefined
    return firstOf(['close', ...names, 'value'], name => this.#valueIn(`${outer}.${name}`))
  }

  #nested(key: string, name: string): Found | undefined {
    const from = name.includes('.') ? undefined : this.#spelling.nested(name)
    const value = from === undefined ? undefined : valueAt(this.#sources.payload, from)
    if (from === undefined || !canSubstitute(value) || this.#hides(from)) return undefined
    // A nested number is not a side: `"direction": 1`.
    if (key.toLowerCase() === 'side' && !/\p{L}/u.test(valueText(value))) return undefined
    return { value, from }
  }

  /** The value that can only be a side, whatever its key; undefined if several can. */
  #sideByWord(): Found | undefined {
    const found = Object.entries(this.#sources.payload).filter(
      ([name, value]) =>
        !this.#isHidden(name) &&
        typeof value === 'string' &&
        SIDE.test(value) &&
        !/pos|prev/i.test(name),
    )
    const [only, ...others] = found
    return only === undefined || others.length > 0 ? undefined : { value: only[1], from: only[0] }
  }

  /** `exchange` from the market before a symbol; `symbol` from `base` and `quote`. */
  #ofMarket(key: string): Found | undefined {
    if (key === 'exchange') {
      const from = symbolKeys.find(name => exchangeOf(this.#textIn(name)) !== undefined)
      const symbol = from === undefined ? this.#find('symbol') : this.#valueIn(from)
      const exchange = exchangeOf(valueText(symbol?.value))
      return exchange === undefined ? undefined : { ...symbol, value: exchange }
    }
    if (key !== 'symbol') return undefined
    const [base, quote] = [this.#textIn('base'), this.#textIn('quote')]
    return base === '' || quote === '' ? undefined : { value: base + quote, from: 'base' }
  }

  #textIn(name: string): string {
    return valueText(this.#valueIn(name)?.value)
  }
}

function firstOf<T>(names: readonly string[], find: (name: string) => T | undefined) {
  for (const name of names) {
    const found = find(name)
    if (found !== undefined) return found
  }
  return undefined
}

const SIDE = /^\s*(?:buy|sell|long|short|compra|venta)\s*$/i

/** Cached: a template may ask for a long value with many defaults. */
function isBlankValue(found: Found): boolean {
  found.isBlank ??= isBlank(valueText(found.value))
  return found.isBlank
}

const isObject = (value: unknown): boolean => isContainer(value) && !Array.isArray(value)

/** Whether a value can be used for another key: not a blank or unfilled value, an object or a list. */
const canSubstitute = (value: unknown): boolean =>
  !isContainer(value) && !isBlank(valueText(value)) && !isUnfilled(value)

const prettyPayload = (payload: Payload, isHidden: IsHidden): string =>
  JSON.stringify(withoutHidden(payload, isHidden), null, 2)
