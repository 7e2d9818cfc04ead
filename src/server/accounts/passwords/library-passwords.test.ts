import { expect, it } from 'vitest'
import { createLog } from '#server/base/log.ts'
import { libraryHash } from '../../../../tests/support/library-hash.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { libraryPasswords } from './library-passwords.ts'

it('accepts the right password even if rehashing fails, and logs the failure', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'warn', destination: { write: line => lines.push(line) } })
  await using store = await openTestStore()
  await store.db.schema.alterTable('account').renameTo('elsewhere').execute()
  const hash = libraryHash('caballo-lento-azul')
  const { verify } = libraryPasswords({ db: store.db, log })
  expect(await verify({ hash, password: 'caballo-lento-azul' })).toBe(true)
  expect(lines).toEqual([expect.stringContaining('a password could not be hashed anew')])
  expect(lines.join()).not.toContain(hash)
})
