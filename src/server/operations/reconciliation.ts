import { ORPCError } from '@orpc/server'
import type { Comparisons } from '#server/reconcile/comparisons.ts'
import { signedIn } from './callers.ts'

export type ReconciliationTools = { comparisons: Pick<Comparisons, 'compare'> }

export const reconciliationOperations = ({ comparisons }: ReconciliationTools) => ({
  compare: signedIn.reconciliation.compare.handler(
    async ({ context: { owner }, input: rows, signal }) => {
      try {
        return await comparisons.compare(owner.userId, rows, signal)
      } catch (error) {
        throw signal?.aborted ? new ORPCError('CLIENT_CLOSED_REQUEST') : error
      }
    },
  ),
})
