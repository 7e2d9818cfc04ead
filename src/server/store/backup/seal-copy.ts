import { DatabaseSync } from 'node:sqlite'
import { StartError } from '#server/base/errors.ts'
import { ringFor } from '#server/base/key-ring.ts'
import { KEYS_IN_USE, keysInUse } from '#server/store/rows/keys-in-use.ts'

/** Setting that holds the secret key in a backup that includes the key; installations do not have this setting. */
const COPIED_KEY = 'secret-key'

/**
 * Makes a backup a single file, stores the key in it or makes sure that it holds no key, and checks that SQLite can
 * read all of it.
 * @throws StartError if the backup is damaged, or the key is another installation's
 */
export function sealCopy(path: string, secretKey: string | undefined): void {
  using copy = new DatabaseSync(path)
  copy.exec('pragma journal_mode = delete')
  takeKey(copy)
  if (secretKey !== undefined) {
    ringFor(keysInUseOf(copy), secretKey)
    copy.prepare('insert into settings (name, value) values (?, ?)').run(COPIED_KEY, secretKey)
  }
  checkIntegrity(copy)
}

/** Deletes the key from a backup, overwriting its bytes. @returns the key; undefined if the backup holds no key */
export function takeKey(copy: DatabaseSync): string | undefined {
  const key = settingOf(copy, COPIED_KEY)
  if (key === undefined) return undefined
  copy.exec('pragma secure_delete = on')
  copy.prepare('delete from settings where name = ?').run(COPIED_KEY)
  return key
}

/** @throws StartError */
export function checkIntegrity(copy: DatabaseSync): void {
  const found = copy.prepare('pragma integrity_check(1)').get()?.integrity_check
  if (found !== 'ok') throw new StartError(`La copia está dañada (${found}).`)
}

/** Check values of the keys that its secrets may be encrypted with; empty before the installation's first start. */
export const keysInUseOf = (copy: DatabaseSync): string[] => keysInUse(settingOf(copy, KEYS_IN_USE))

function settingOf(copy: DatabaseSync, name: string): string | undefined {
  const row = copy.prepare('select value from settings where name = ?').get(name)
  return row && String(row.value)
}
