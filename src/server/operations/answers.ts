/** How what the store keeps becomes what a call answers. */
import { ORPCError } from '@orpc/server'
import { notFound } from '#shared/contract/calls.ts'
import { LAST_INSTANT } from '#shared/limits.ts'

/** ISO 8601 UTC of milliseconds. */
export const instant = (ms: number): string => new Date(ms).toISOString()

/** Null also for one that the contract has no words for: beyond the years 1970 to 9999. */
export const instantOrNull = (ms: number | null): string | null =>
  ms === null || ms < 0 || ms > LAST_INSTANT ? null : instant(ms)

const spanish = new Intl.Collator('es', { numeric: true })

/** As a Spanish reader expects: accents and case beside their letters, 2 before 10. */
export const byName = (a: { name: string }, b: { name: string }): number =>
  spanish.compare(a.name, b.name)

/** For functions that several calls share; a call itself throws the `NOT_FOUND` of its contract. */
export const goneError = () => new ORPCError('NOT_FOUND', { message: notFound.NOT_FOUND.message })
