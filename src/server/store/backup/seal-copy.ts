import { DatabaseSync } from 'node:sqlite'
import { StartError } from '#server/base/errors.ts'
import { ringFor } from '#server/base/key-ring.ts'
import { KEYS_IN_USE, keysInUse } from '#server/store/rows/keys-in-use.ts'

/** Setting that holds the key in a copy made with it; installations do not have it. */
const COPIED_KEY = 'secret-key'

/**
 * Makes a copy a single file, stores the key in it or makes sure that it holds no key, and checks that SQLite can
 * read all of it.
 * @throws StartError if the copy is damaged, or the key is another installation's
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

/** Takes the key out of a copy, and overwrites its bytes there. @returns undefined if the copy holds no key */
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

/** Check values of the keys with which it was written; empty if no value is sealed yet. */
export const keysInUseOf = (copy: DatabaseSync): string[] => keysInUse(settingOf(copy, KEYS_IN_USE))

function settingOf(copy: DatabaseSync, name: string): string | undefined {
  const row = copy.prepare('select value from settings where name = ?').get(name)
  return row && String(row.value)
}
