/**
 * Keys that values may be sealed with: the key of the first start, and each key that a process has begun to seal
 * with since, until a rotation has sealed everything with one key. A starting process must have all of them.
 */
import { checkValue, type KeyRing, keyRingOf, ringFor } from '#server/base/key-ring.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { lockedTransaction } from '#server/store/engine/transaction.ts'
import { readOrInitSetting, readSetting, writeSetting } from './settings.ts'

/** Setting with the check values of these keys. Earlier versions refuse to start if it holds more than one. */
export const KEYS_IN_USE = 'secret-key-check'

/** @param setting undefined before the first start @returns check values, oldest key first */
export const keysInUse = (setting: string | undefined): string[] => setting?.split(',') ?? []

export const readKeysInUse = async (db: Database): Promise<string[]> =>
  keysInUse(await readSetting(db, KEYS_IN_USE))

/**
 * Adds the check value of the first key, which seals new values, to the keys in use. Must run before the process
 * seals a value.
 * @param secretKey one key, or «new,old»
 * @returns the ring of all keys in use
 * @throws StartError when `secretKey` lacks one of them
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
 * Leaves only the first key in use; must run after everything is sealed with it.
 * @throws StartError when a key that `secretKey` lacks has come into use meanwhile
 */
export const forgetOlderKeys = (db: Database, secretKey: string): Promise<void> =>
  lockedTransaction(db, KEYS_IN_USE, async trx => {
    const [current] = ringFor(await readKeysInUse(trx), secretKey)
    await writeSetting(trx, KEYS_IN_USE, checkValue(current))
  })
