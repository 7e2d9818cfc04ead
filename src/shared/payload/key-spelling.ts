import { isContainer, type Payload } from './payload.ts'

/** Finds a payload's keys regardless of case. Each object is indexed once. */
export class KeySpelling {
  readonly #payload: Payload
  readonly #names = new WeakMap<Payload, Map<string, string>>()

  constructor(payload: Payload) {
    this.#payload = payload
  }

  /** The key in the payload's spelling, dots as in `valueAt`: the exact one, else the first match. */
  of(key: string): string | undefined {
    return this.#nameIn(this.#payload, key) ?? this.#pathOf(key)
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
    return Object.hasOwn(container, name) ? name : this.#namesOf(container).get(name.toLowerCase())
  }

  #namesOf(container: Payload): Map<string, string> {
    const known = this.#names.get(container)
    if (known) return known
    const names = new Map<string, string>()
    for (const name of Object.keys(container)) {
      const lower = name.toLowerCase()
      if (!names.has(lower)) names.set(lower, name)
    }
    this.#names.set(container, names)
    return names
  }
}
