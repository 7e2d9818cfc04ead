import { randomBytes, scryptSync } from 'node:crypto'
import { UNNAMED_COST } from '#server/accounts/passwords/password-cost.ts'

/** A password's hash as the authentication library makes it, at the cost that this process takes it to have. */
export function libraryHash(password: string): string {
  const salt = randomBytes(16).toString('hex')
  const options = { ...UNNAMED_COST, maxmem: 64 * 1_024 * 1_024 }
  return `${salt}:${scryptSync(password.normalize('NFKC'), salt, 64, options).toString('hex')}`
}
