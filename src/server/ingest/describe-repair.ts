import type { JsonFault } from '#shared/body/json-fault.ts'
import { shownFault } from '#shared/body/shown-fault.ts'
import { truncate } from '#shared/format.ts'
import { excerptWithoutSecrets, type IsHidden } from '#shared/payload/secrets-in-text.ts'

const EXCERPT_LENGTH = 80

/** Why a repaired body was broken, in Spanish, and an excerpt from around the fault; both without secrets. */
export function describeRepair(body: string, fault: JsonFault, isHidden: IsHidden) {
  const from = Math.max(0, fault.at - EXCERPT_LENGTH / 2)
  const excerpt = excerptWithoutSecrets(body, { from, to: from + 2 * EXCERPT_LENGTH }, isHidden)
  return {
    error: shownFault(body, fault, isHidden),
    excerpt: truncate(excerpt.toWellFormed(), EXCERPT_LENGTH),
  }
}
