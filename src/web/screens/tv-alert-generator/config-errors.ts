import type { TvConfigDraft } from '#shared/model/tv-config.ts'
import { tvConfigTexts } from '#shared/texts.ts'
import { connectionTrouble, type Known } from './connection-trouble.ts'

/**
 * What keeps a configuration from being saved, by field. The sentence about name and connection
 * stands once, at the first of them; `true` marks the other.
 */
export function configErrors(
  { name, connectionId }: Pick<TvConfigDraft, 'name' | 'connectionId'>,
  known: Known,
): { name?: string; connectionId?: string | true } {
  const noName = name.trim() === ''
  const trouble = connectionTrouble(connectionId, known)
  return {
    ...(noName && { name: tvConfigTexts.required }),
    ...(connectionId === '' && { connectionId: noName || tvConfigTexts.required }),
    ...(trouble && { connectionId: trouble }),
  }
}
