/**
 * Makes hashing a password nearly free within a test's own process, without a thread. Hashes name
 * their cost, so all else is as in the product. Processes that tests start hash like the product.
 */
import { vi } from 'vitest'
import { keyHere } from './key-here.ts'

vi.mock(import('#server/accounts/passwords/password-cost.ts'), async original => ({
  ...(await original()),
  COST: { N: 2, r: 8, p: 1 },
  UNNAMED_COST: { N: 2, r: 16, p: 1 },
}))
vi.mock(import('#server/accounts/passwords/password-key.ts'), () => ({ keyOf: keyHere }))
