import { excerptWithoutSecrets, type IsHidden } from '../payload/secrets-in-text.ts'
import { faultText, type JsonFault, unquoted } from './json-fault.ts'

/** Fault with its position, as `faultText`; a word that it quotes is without secrets. */
export function shownFault(body: string, fault: JsonFault, isHidden: IsHidden): string {
  const { at, word } = fault
  if (word === undefined) return faultText(body, fault)
  const shown = excerptWithoutSecrets(body, { from: at, to: at + word.length }, isHidden)
  return faultText(body, { at, message: unquoted(shown.toWellFormed()) })
}
