import { minifyContractRouter } from '@orpc/contract'
import type { Plugin } from 'vite'
import { contract } from '../../src/shared/contract/contract.ts'

/**
 * Reduces the browser's contract to the routes of calls and the data that they change. The schemas
 * of inputs and outputs, which the server checks, would be a third of the sign-in's download.
 */
export const contractRoutes = (): Plugin => ({
  name: 'contract-routes',
  apply: 'build',
  load: {
    filter: { id: /\/src\/shared\/contract\/contract\.ts$/ },
    handler: () => `export const contract = ${JSON.stringify(minifyContractRouter(contract))}`,
  },
})
