import { z } from 'zod'
import { plural, quantity } from '../format.ts'

/**
 * Result of one check. `what`, `detail` and `remedy` are Spanish; `remedy` says in a sentence how to fix it,
 * null if no fix is needed; `connectionId` is the connection to edit for it.
 */
export const findingSchema = z.object({
  what: z.string(),
  /** `unknown`: the check could not be completed. */
  state: z.enum(['ok', 'wrong', 'unknown']),
  detail: z.string(),
  remedy: z.string().nullable(),
  connectionId: z.string().nullable(),
})

export type Finding = z.infer<typeof findingSchema>

export const findingGroupSchema = z.object({ title: z.string(), findings: z.array(findingSchema) })

export type FindingGroup = z.infer<typeof findingGroupSchema>

/** Summary of a diagnosis, in Spanish. */
export function diagnosisSummary(groups: readonly FindingGroup[]): string {
  const states = groups.flatMap(({ findings }) => findings.map(({ state }) => state))
  const bad = states.filter(state => state === 'wrong').length
  const unclear = states.filter(state => state === 'unknown').length
  const said = bad > 0 ? `Hay ${quantity(bad, 'cosa', 'cosas')} por arreglar` : 'Nada que arreglar'
  const rest = `${quantity(unclear, 'cosa', 'cosas')} no se ${plural(unclear, 'pudo', 'pudieron')} saber`
  return unclear > 0 ? `${said}; ${rest}.` : `${said}.`
}
