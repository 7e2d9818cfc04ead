/**
 * Within a test's own process, hashing a password costs next to nothing, and takes no thread. Hashes name their
 * cost, so that everything else is as in the product. Processes that tests start hash as the product does.
 */
import { vi } from 'vitest'
import { keyHere } from './key-here.ts'

vi.mock(import('#server/accounts/passwords/password-cost.ts'), async original => ({
  ...(await original()),
  COST: { N: 2, r: 8, p: 1 },
  UNNAMED_COST: { N: 2, r: 16, p: 1 },
}))
vi.mock(import('#server/accounts/passwords/password-key.ts'), () => ({ keyOf: keyHere }))
