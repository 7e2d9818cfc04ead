/**
 * The keys that something may be sealed with: that of the first start, and each one that a process has begun
 * to seal with since, until a rotation has sealed everything with one. Who starts has them all.
 */
import { checkValue, type KeyRing, keyRingOf, ringFor } from '#server/base/key-ring.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { lockedTransaction } from '#server/store/engine/transaction.ts'
import { readOrInitSetting, readSetting, writeSetting } from './settings.ts'

/** The setting: their check values. Earlier versions look for one, and refuse to start where there are more. */
export const KEYS_IN_USE = 'secret-key-check'

/** @param setting undefined: nothing is sealed yet @returns check values, the oldest key's first */
export const keysInUse = (setting: string | undefined): string[] => setting?.split(',') ?? []

export const readKeysInUse = async (db: Database): Promise<string[]> =>
  keysInUse(await readSetting(db, KEYS_IN_USE))

/**
 * Before a process seals anything.
 * @param secretKey one key, or «new,old»
 * @throws StartError when one of the keys in use is missing
 */
export const takeIntoUse = (db: Database, secretKey: string): Promise<KeyRing> =>
  lockedTransaction(db, KEYS_IN_USE, async trx => {
    const first = checkValue(keyRingOf(secretKey)[0])
    const inUse = keysInUse(await readOrInitSetting(trx, KEYS_IN_USE, first))
    const ring = ringFor(inUse, secretKey)
    const current = checkValue(ring[0])
    if (!inUse.includes(current))
      await writeSetting(trx, KEYS_IN_USE, [...inUse, current].join(','))
    return ring
  })

/**
 * Once everything is sealed with the first key.
 * @throws StartError when a key has come into use meanwhile that is not there
 */
export const forgetOlderKeys = (db: Database, secretKey: string): Promise<void> =>
  lockedTransaction(db, KEYS_IN_USE, async trx => {
    const [current] = ringFor(await readKeysInUse(trx), secretKey)
    await writeSetting(trx, KEYS_IN_USE, checkValue(current))
  })
