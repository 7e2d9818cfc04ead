import { minifyContractRouter } from '@orpc/contract'
import type { Plugin } from 'vite'
import { contract } from '../../src/shared/contract/contract.ts'

/**
 * Gives the browser of the contract where calls go and what they change. The schemas of what is asked and
 * answered, which the server checks, would be a third of what the sign-in loads.
 */
export const contractRoutes = (): Plugin => ({
  name: 'contract-routes',
  apply: 'build',
  load: {
    filter: { id: /\/src\/shared\/contract\/contract\.ts$/ },
    handler: () => `export const contract = ${JSON.stringify(minifyContractRouter(contract))}`,
  },
})
