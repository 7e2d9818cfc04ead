import { randomBytes, timingSafeEqual } from 'node:crypto'
import { memoryOf } from './derive-key.ts'
import { COST, type ScryptCost, UNNAMED_COST } from './password-cost.ts'
import { keyOf } from './password-key.ts'

/**
 * Returns the hash to store: `$scrypt$ln=15,r=8,p=3$SALT$KEY`, in base64 without padding; `ln` is log2 of N.
 * Older hashes are `SALT:KEY` in hexadecimal, where the digits themselves are the salt.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await keyOf({ password, salt, cost: COST })
  return `$scrypt$${nameOf(COST)}$${unpadded(salt)}$${unpadded(key)}`
}

/** Hashes in the time that verifying a wrong password takes: the library also calls it for unknown e-mails. */
export async function hashAsSlowlyAsWrong(password: string): Promise<string> {
  const hash = await hashPassword(password)
  await waste(password, [UNNAMED_COST])
  return hash
}

/** A wrong password takes the same time with a new and an older hash, so that timing does not reveal which it is. */
export async function verifyPassword({
  hash,
  password,
}: {
  hash: string
  password: string
}): Promise<boolean> {
  const stored = parseHash(hash)
  if (stored) {
    const given = await keyOf({ password, salt: stored.salt, cost: stored.cost })
    if (given.length === stored.key.length && timingSafeEqual(given, stored.key)) return true
  }
  const paid = stored && nameOf(stored.cost)
  await waste(
    password,
    [COST, UNNAMED_COST].filter(cost => nameOf(cost) !== paid),
  )
  return false
}

/** True if new hashes have another cost. */
export function isOutdated(hash: string): boolean {
  return !hash.startsWith(`$scrypt$${nameOf(COST)}$`)
}

type StoredHash = { cost: ScryptCost; salt: string | Buffer; key: Buffer }

/** Max bytes of memory that a hash may demand; ours need less, and more would starve other work here. */
const MAX_MEMORY = 256 * 1_024 * 1_024

function parseHash(hash: string): StoredHash | null {
  const [, ln, r, p, salt = '', key = ''] =
    /^\$scrypt\$ln=([1-9]\d?),r=([1-9]\d?),p=([1-9]\d?)\$([\w+/-]+)\$([\w+/-]+)$/.exec(hash) ?? []
  if (ln === undefined) return parseUnnamed(hash)
  const cost = { N: 2 ** Number(ln), r: Number(r), p: Number(p) }
  if (memoryOf(cost) > MAX_MEMORY) return null
  return { cost, salt: Buffer.from(salt, 'base64'), key: Buffer.from(key, 'base64') }
}

function parseUnnamed(hash: string): StoredHash | null {
  const [, salt = '', key = ''] = /^([\da-f]+):([\da-f]+)$/.exec(hash) ?? []
  return key ? { cost: UNNAMED_COST, salt, key: Buffer.from(key, 'hex') } : null
}

const nameOf = ({ N, r, p }: ScryptCost): string => `ln=${Math.log2(N)},r=${r},p=${p}`

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

async function waste(password: string, costs: readonly ScryptCost[]): Promise<void> {
  for (const cost of costs) await keyOf({ password, salt: '', cost })
}
