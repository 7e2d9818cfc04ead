import { isSecret } from '../payload/key-names.ts'
import { isContainer, type Payload, valueText } from '../payload/payload.ts'
import { GENERATOR_TOKEN } from '../tradingview/generator-token.ts'
import { saysNothing } from './clean-text.ts'
import { withoutSecrets } from './without-secrets.ts'

/** A value that can be read, as text, and the dotted key that a template reaches it by. */
export type Field = { key: string; text: string }

/**
 * What a payload has to say, in its order, without secrets and what says nothing. A list of plain
 * values is one value.
 */
export function* fieldsOf(payload: Payload, prefix = ''): Generator<Field> {
  for (const [name, value] of Object.entries(payload)) {
    if (isSecret(name)) continue
    const key = prefix + name
    if (isContainer(value) && !isPlainList(value)) yield* fieldsOf(value, `${key}.`)
    else {
      const text = withoutSecrets(valueText(value))
      if (!saysNothing(text) && !text.startsWith(GENERATOR_TOKEN)) yield { key, text }
    }
  }
}

const isPlainList = (value: Payload): boolean =>
  Array.isArray(value) && value.length > 0 && !value.some(isContainer)
