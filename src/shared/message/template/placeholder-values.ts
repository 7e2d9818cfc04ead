import { isConnectionId, isFilledHere } from '../../payload/key-names.ts'
import { Spelling } from '../../payload/key-spelling.ts'
import { isContainer, isZero, type Payload, valueAt, valueText } from '../../payload/payload.ts'
import { GENERATOR_TOKEN } from '../../tradingview/generator-token.ts'
import { saysNothing } from '../clean-text.ts'
import { exchangeOf, symbolKeys, synonymsOf } from './synonyms.ts'

export type ValueSources = {
  payload: Payload
  /** What the server knows by itself: `connection_name`, `alert_name`, `timestamp`. */
  builtIn: Record<string, string>
}

/** `lender` is the key of the payload that it was taken from, where the one asked for has no value. */
type Found = { value: unknown; lender?: string }

/** What a template's placeholders and conditions stand for, each key looked up once. */
export class PlaceholderValues {
  readonly #sources: ValueSources
  readonly #spelling: Spelling
  readonly #found = new Map<string, Found>()

  constructor(sources: ValueSources) {
    this.#sources = sources
    this.#spelling = new Spelling(sources.payload)
  }

  /** Undefined when nobody has a value. */
  at(key: string): unknown {
    return this.#find(key).value
  }

  /** The key of the payload whose value stands in for that of a key without one. */
  lenderOf(key: string): string | undefined {
    return this.#find(key).lender
  }

  /** Whether the condition is met. */
  isTrue(key: string): boolean {
    const value = this.at(key)
    const isNothing = value === undefined || value === null || value === '' || value === false
    return !isNothing && !isZero(value)
  }

  /** Whether it is for the body to bring it. */
  isAskedOfBody(key: string): boolean {
    return !isFilledHere(key) && !Object.hasOwn(this.#sources.builtIn, key.toLowerCase())
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
    if (value === undefined || isGeneratorToken(value)) {
      const own = this.#ownValue(key)
      if (own !== undefined) return { value: own }
    }
    return value === undefined ? this.#lent(key) : { value }
  }

  #ownValue(key: string): string | undefined {
    const { payload, builtIn } = this.#sources
    const name = key.toLowerCase()
    if (Object.hasOwn(builtIn, name)) return builtIn[name]
    return name === 'payload' ? prettyPayload(payload) : undefined
  }

  /** From the same key in another case, else from a synonym, else from what stands before a symbol. */
  #lent(key: string): Found {
    for (const name of [key, ...synonymsOf(key)]) {
      const lender = this.#lenderNamed(name)
      if (lender) return lender
    }
    if (key.toLowerCase() !== 'exchange') return { value: undefined }
    for (const name of symbolKeys) {
      const symbol = this.#lenderNamed(name)
      const exchange = symbol && exchangeOf(valueText(symbol.value))
      if (exchange !== undefined) return { ...symbol, value: exchange }
    }
    return { value: undefined }
  }

  #lenderNamed(name: string): Found | undefined {
    const { payload } = this.#sources
    const lender = [name, this.#spelling.of(name)].find(
      spelled => spelled !== undefined && canLend(valueAt(payload, spelled)),
    )
    return lender === undefined ? undefined : { value: valueAt(payload, lender), lender }
  }
}

/** What says nothing, or more than one thing, stands in for nothing else. */
const canLend = (value: unknown): boolean =>
  !isContainer(value) && !saysNothing(valueText(value)) && !isGeneratorToken(value)

function isGeneratorToken(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(GENERATOR_TOKEN)
}

function prettyPayload(payload: Payload): string {
  const shown = Object.entries(payload).filter(([key]) => !isConnectionId(key))
  return JSON.stringify(Object.fromEntries(shown), null, 2)
}
