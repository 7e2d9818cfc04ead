import { valueText } from '../payload/payload.ts'
import { saysNothing } from './clean-text.ts'
import { decideBlocks } from './template/conditionals.ts'
import type { PlaceholderValues } from './template/placeholder-values.ts'
import type { TemplateToken } from './template/template-tokens.ts'

/** A key without a value of its own, and the one of the payload that it was taken from. */
export type Taken = { key: string; from: string }

export type TemplateFit = {
  /** The keys of the placeholders that have no value, each once, in the template's order. */
  missing: string[]
  taken: Taken[]
  /** Of what only the body can bring: whether anything is asked for, has come, is missing. */
  isAsking: boolean
  isServed: boolean
  isLacking: boolean
}

/** What a template gets of what it asks for; it does not ask within a block whose condition is not met. */
export function fitOf(tokens: readonly TemplateToken[], values: PlaceholderValues): TemplateFit {
  const asked = new Set<string>()
  for (const token of decideBlocks(tokens, key => values.isTrue(key))) {
    if (token.kind === 'value') asked.add(token.key)
  }
  const keys = [...asked]
  const ofBody = keys.filter(key => values.isAskedOfBody(key))
  return {
    missing: keys.filter(key => values.at(key) === undefined),
    taken: keys.flatMap(key => {
      const from = values.lenderOf(key)
      return from === undefined ? [] : { key, from }
    }),
    isAsking: ofBody.length > 0,
    isServed: ofBody.some(key => !saysNothing(valueText(values.at(key)))),
    isLacking: ofBody.some(key => values.at(key) === undefined),
  }
}
