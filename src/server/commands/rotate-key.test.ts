// @module-tag process
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '#server/base/config.ts'
import { checkValue, keyId, keyRingOf } from '#server/base/key-ring.ts'
import { loadSecretKey } from '#server/base/secret-key.ts'
import { createSecretBox } from '#server/base/secrets.ts'
import { restoreBackup } from '#server/store/backup/restore-backup.ts'
import { writeBackup } from '#server/store/backup/write-backup.ts'
import { openStore, type Store } from '#server/store/open-store.ts'
import { readKeysInUse, takeIntoUse } from '#server/store/rows/keys-in-use.ts'
import { connectionRow } from '../../../tests/support/rows.ts'
import { runRotateKey } from '../../../tests/support/run-rotate-key.ts'
import { sqliteHere } from '../../../tests/support/sqlite-here.ts'
import { migratedFolder } from '../../../tests/support/test-place.ts'

/** Data folder of an installation that keeps its key there, in the state that a running server leaves. */
let dataDir: string
let store: Store
beforeEach(async () => {
  const folder = await migratedFolder()
  onTestFinished(() => folder[Symbol.asyncDispose]())
  dataDir = folder.place.dataDir
  store = await openStore({ dataDir }, { connectSqlite: sqliteHere() })
  onTestFinished(() => store[Symbol.asyncDispose]())
})

const RETIRE = { retire: true } as const

/** Takes the key into use, as a server does when it starts. */
const start = () => takeIntoUse(store.db, loadSecretKey({ dataDir, fromEnv: undefined }))

const keyInFile = async () => (await readFile(join(dataDir, 'secret.key'), 'utf8')).trim()

const asideFiles = async () =>
  (await readdir(dataDir)).filter(name => /^secret\.key\..{8}$/.test(name))

describe('rotate-key', () => {
  it('puts a new key first, seals anew with it, and retires the older one', async () => {
    const [older] = await start()
    await store.db
      .insertInto('connections')
      .values({
        ...connectionRow('c1'),
        user_id: 'ana',
        version: 1,
        telegram_bot_token: createSecretBox([older]).encrypt('1:token'),
      })
      .execute()
    const copy = join(dataDir, 'copia.sqlite')
    await writeBackup({ place: { dataDir }, file: copy })

    await expect(rotate(RETIRE)).rejects.toThrow('No hay ninguna clave anterior que retirar.')
    expect(await rotate()).toContain('Reinicia Pregonero y repite la orden')
    const ring = keyRingOf(await keyInFile())
    const [newer] = ring
    expect(ring).toEqual([expect.stringMatching(/^[\w-]{43}$/), older])
    expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600)

    // The running server has not loaded the new key yet.
    await expect(rotate()).rejects.toThrow(/^Pregonero aún no ha arrancado con la nueva delante/)
    expect(await keyInFile()).toBe(ring.join())
    expect(await start()).toEqual(ring)
    expect(await rotate()).toMatch(/^Sellado de nuevo: 1 token de una conexión\.\n/)
    expect(await keyInFile()).toBe(ring.join())
    expect(await rotate()).toMatch(/^No había nada que sellar/)

    expect(await rotate(RETIRE)).toContain(`secret.key.${keyId(older)}, para las copias`)
    expect(await keyInFile()).toBe(newer)
    expect(await asideFiles()).toEqual([`secret.key.${keyId(older)}`])
    expect(await start()).toEqual([newer])
    expect(await readKeysInUse(store.db)).toEqual([checkValue(newer)])

    // A backup made earlier finds the older key among the retired ones.
    await store[Symbol.asyncDispose]()
    const restored = await restoreBackup({
      file: copy,
      place: { dataDir },
      dataDir,
      secretKey: undefined,
      isForced: true,
    })
    expect(restored.key).toEqual({ value: ring.join(), is: 'copied' })
    store = await openStore({ dataDir }, { connectSqlite: sqliteHere() })
    const box = createSecretBox(await start())
    const [row] = await store.db.selectFrom('connections').select('telegram_bot_token').execute()
    expect(box.decrypt(row?.telegram_bot_token ?? '')).toBe('1:token')
  })

  it('creates and retires one key when two commands run at once', async () => {
    await start()
    await Promise.allSettled([rotate(), rotate()])
    expect(keyRingOf(await keyInFile())).toHaveLength(2)
    await start()
    const ends = await Promise.allSettled([rotate(RETIRE), rotate(RETIRE)])
    const said = ends.map(end => (end.status === 'fulfilled' ? end.value : String(end.reason)))
    expect(said.filter(text => text.includes('ya no está en'))).toHaveLength(1)
    expect(said.filter(text => text.includes('No hay ninguna clave anterior'))).toHaveLength(1)
    expect(keyRingOf(await keyInFile())).toHaveLength(1)
    expect(await asideFiles()).toHaveLength(1)
  })

  it('refuses to run before the first start, and creates no key', async () => {
    await expect(rotate()).rejects.toThrow(/^Aún no hay ninguna clave/)
    expect(await readdir(dataDir)).not.toContain('secret.key')
  })

  it('says that a new key in second place is not used yet', async () => {
    const [key] = await start()
    const said = await rotate(undefined, { SECRET_KEY: `${key},${'n'.repeat(43)}` })
    expect(said).toMatch(/^No había nada que sellar/)
    expect(said).toContain('Si la que va detrás es la nueva, aún no se usa: ponla delante')
    expect(await readKeysInUse(store.db)).toEqual([checkValue(key)])
  })

  it('refuses to retire a key that is configured in SECRET_KEY', async () => {
    const [key] = await start()
    await expect(rotate(RETIRE, { SECRET_KEY: key })).rejects.toThrow(
      /^La clave está en SECRET_KEY: quita de ahí la anterior/,
    )
  })
})

const rotate = (options?: { retire: true }, env = {}): Promise<string> =>
  runRotateKey(readConfig({ DATA_DIR: dataDir, ...env }), options)
