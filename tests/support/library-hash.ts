import { randomBytes, scryptSync } from 'node:crypto'
import { UNNAMED_COST } from '#server/accounts/passwords/password-cost.ts'

/** Password hash as the authentication library makes it, at the cost this process assumes for it. */
export function libraryHash(password: string): string {
  const salt = randomBytes(16).toString('hex')
  const options = { ...UNNAMED_COST, maxmem: 64 * 1_024 * 1_024 }
  return `${salt}:${scryptSync(password.normalize('NFKC'), salt, 64, options).toString('hex')}`
}
