import { MAX_NAME_LENGTH } from '../limits.ts'
import { isContainer, type Payload } from './payload.ts'

/** Finds a payload's keys regardless of case and separators: `stopLoss` is `stop_loss`. Each object is indexed once. */
export class KeySpelling {
  readonly #payload: Payload
  readonly #names = new WeakMap<Payload, Map<string, string>>()
  #nested: ReadonlyMap<string, string | null> | undefined

  constructor(payload: Payload) {
    this.#payload = payload
  }

  /** The key in the payload's spelling, dots as in `valueAt`: the exact one, else the first match. */
  of(key: string): string | undefined {
    const name = this.#nameIn(this.#payload, key)
    return name ?? (key.includes('.') ? this.#pathOf(key) : undefined)
  }

  /**
   * Path of the nested value of this name, in any spelling; undefined if several values have the name, which is
   * then ambiguous. Lists are skipped.
   */
  nested(name: string): string | undefined {
    this.#nested ??= nestedNames(this.#payload)
    return this.#nested.get(bare(name)) ?? undefined
  }

  #pathOf(key: string): string | undefined {
    const path: string[] = []
    let value: unknown = this.#payload
    for (const step of key.split('.')) {
      const name = isContainer(value) ? this.#nameIn(value, step) : undefined
      if (!isContainer(value) || name === undefined) return undefined
      path.push(name)
      value = value[name]
    }
    return path.join('.')
  }

  #nameIn(container: Payload, name: string): string | undefined {
    return Object.hasOwn(container, name) ? name : this.#namesOf(container).get(bare(name))
  }

  #namesOf(container: Payload): Map<string, string> {
    const known = this.#names.get(container)
    if (known) return known
    const names = new Map<string, string>()
    for (const name of Object.keys(container)) {
      const plain = bare(name)
      if (!names.has(plain)) names.set(plain, name)
    }
    this.#names.set(container, names)
    return names
  }
}

/** The name without case and separators; a name of separators alone stays. */
const bare = (name: string): string => {
  const lower = name.toLowerCase()
  return lower.replace(/[_-]/g, '') || lower
}

/** Maximum number of values indexed; later nested values are not found by their name alone. */
const MAX_NESTED = 2_000

/** Path of each nested value by its bare name; null if several values share the name. */
function nestedNames(payload: Payload): Map<string, string | null> {
  const paths = new Map<string, string | null>()
  let left = MAX_NESTED
  const visit = (container: Payload, prefix: string) => {
    for (const [name, value] of Object.entries(container)) {
      left -= 1
      if (left < 0) return
      const path = prefix + name
      if (Array.isArray(value) || path.length > MAX_NAME_LENGTH) continue
      if (isContainer(value)) visit(value, `${path}.`)
      else if (prefix !== '') {
        const plain = bare(name)
        paths.set(plain, paths.has(plain) ? null : path)
      }
    }
  }
  visit(payload, '')
  return paths
}
