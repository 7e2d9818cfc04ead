import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createAccount } from '#server/accounts/manage-accounts.ts'
import { openDataFolder } from '#server/base/data-folder.ts'
import { checkValue } from '#server/base/key-ring.ts'
import { createSecretBox } from '#server/base/secrets.ts'
import { openStore } from '#server/store/open-store.ts'
import { writeSetting } from '#server/store/rows/settings.ts'
import { connectionRow } from '../../../../tests/support/rows.ts'
import { sqliteHere } from '../../../../tests/support/sqlite-here.ts'
import { migratedPlace } from '../../../../tests/support/test-place.ts'
import { restoreBackup } from './restore-backup.ts'
import { finishRestore } from './restored-key.ts'
import { writeBackup } from './write-backup.ts'

const KEY = 'the secret key of this installation'
const OTHER_KEY = 'the secret key of another installation'

let dataDir: string
let folder: string
let file: string
beforeEach(async () => {
  const place = await migratedPlace()
  onTestFinished(() => place[Symbol.asyncDispose]())
  if (!('dataDir' in place.place)) throw new Error('this is about files')
  dataDir = place.place.dataDir
  folder = await emptyFolder()
  file = join(folder, 'copia.sqlite')
  await using store = await openStore({ dataDir }, { connectSqlite: sqliteHere() })
  await writeSetting(store.db, 'secret-key-check', checkValue(KEY))
  const row = { ...connectionRow('c1'), user_id: 'ana', version: 1 }
  const telegram_bot_token = createSecretBox([KEY]).encrypt('1:token')
  await store.db
    .insertInto('connections')
    .values({ ...row, telegram_bot_token })
    .execute()
})

async function emptyFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'pregonero-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

const backUp = (secretKey?: string) => writeBackup({ place: { dataDir }, file, secretKey })

const query = (path: string, statement: string) => {
  using database = new DatabaseSync(path)
  return database.prepare(statement).all()
}

describe('a backup', () => {
  it('is a single file with mode 0600 and without the secret key', async () => {
    await backUp()
    expect(await readdir(folder)).toEqual(['copia.sqlite'])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(query(file, 'pragma journal_mode')).toEqual([{ journal_mode: 'delete' }])
    expect(await readFile(file, 'latin1')).not.toContain(KEY)
  })

  it('includes the secret key on request and refuses the key of another installation', async () => {
    await expect(backUp(OTHER_KEY)).rejects.toThrow(/^La clave secreta no es la de estos datos/)
    expect(await readdir(folder)).toEqual([])
    await backUp(KEY)
    expect(await readFile(file, 'latin1')).toContain(KEY)
  })

  it('omits a key that its database holds from an earlier backup', async () => {
    await backUp(KEY)
    const second = await emptyFolder()
    await writeFile(join(second, 'pregonero.sqlite'), await readFile(file))
    const copy = join(folder, 'second.sqlite')
    await writeBackup({ place: { dataDir: second }, file: copy })
    expect(await readFile(copy, 'latin1')).not.toContain(KEY)
  })

  it.each([
    ['a file', () => writeFile(file, 'mine'), /copia\.sqlite ya existe y queda como está/],
    ['a link to nowhere', () => symlink('nowhere', file), /copia\.sqlite ya existe/],
    ['a folder', () => mkdir(file), /copia\.sqlite es una carpeta/],
    ['no folder above', () => rm(folder, { recursive: true }), /^No se puede escribir .*ENOENT/],
  ])('is refused where there is %s', async (_what, make, reason) => {
    await make()
    await expect(backUp()).rejects.toThrow(reason)
  })

  it('is made once when two run at the same time', async () => {
    const made = await Promise.allSettled([backUp(), backUp()])
    expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await readdir(folder)).toEqual(['copia.sqlite'])
  })

  it('sweeps the leftovers of a killed backup of the same name', async () => {
    await mkdir(`${file}.a-medias`)
    await writeFile(join(`${file}.a-medias`, 'copia.sqlite'), 'half a copy')
    await backUp()
    expect(await readdir(folder)).toEqual(['copia.sqlite'])
  })

  it('is discarded when the database is damaged', async () => {
    const source = join(dataDir, 'pregonero.sqlite')
    const pages = await readFile(source)
    pages.fill(0x5a, 4_096 * 3, 4_096 * 40)
    await writeFile(source, pages)
    await expect(backUp()).rejects.toMatchObject({ name: 'StartError' })
    expect(await readdir(folder)).toEqual([])
  })
})

describe('a restore', () => {
  let target: string
  beforeEach(async () => {
    target = await emptyFolder()
  })
  const restore = (over: { secretKey?: string; isForced?: boolean; file?: string } = {}) =>
    restoreBackup({
      file,
      place: { dataDir: target },
      dataDir: target,
      secretKey: undefined,
      isForced: false,
      ...over,
    })
  const database = () => join(target, 'pregonero.sqlite')
  const tokenUnder = (key: string) => {
    const [row] = query(
      database(),
      'select telegram_bot_token as token, is_active from connections',
    )
    return [createSecretBox([key]).decrypt(String(row?.token)), row?.is_active]
  }

  it('needs the secret key that the copy was written with', async () => {
    await backUp()
    await expect(restore()).rejects.toThrow(/y aquí no hay ninguna: ponla en SECRET_KEY/)
    await expect(restore({ secretKey: OTHER_KEY })).rejects.toThrow(/y la de aquí es otra/)
    expect(await readdir(target)).toEqual(['lock.sqlite'])
    expect((await restore({ secretKey: KEY })).key.is).toBe('same')
    expect(tokenUnder(KEY)).toEqual(['1:token', 1])
    expect((await stat(database())).mode & 0o777).toBe(0o600)
  })

  it('takes the key from the copy and sets the previous key aside', async () => {
    await backUp(KEY)
    await writeFile(join(target, 'secret.key'), `${OTHER_KEY}\n`)
    expect((await restore()).key.is).toBe('copied')
    expect(await readFile(join(target, 'secret.key'), 'utf8')).toBe(`${KEY}\n`)
    const aside = `secret.key.${checkValue(OTHER_KEY).slice(0, 8)}`
    expect(await readFile(join(target, aside), 'utf8')).toBe(`${OTHER_KEY}\n`)
    expect(await readFile(database(), 'latin1')).not.toContain(KEY)
  })

  it('leaves the database unchanged when the key can’t be written', async () => {
    await backUp(KEY)
    await openStore({ dataDir: target }).then(store => store[Symbol.asyncDispose]())
    await mkdir(join(target, 'secret.key.restaurada'))
    await expect(restore()).rejects.toThrow(/^No se puede usar .*EISDIR/)
    expect(query(database(), 'select id from connections')).toEqual([])
  })

  it('is finished by the next start after a kill between the database and its key', async () => {
    await backUp(KEY)
    await restore()
    const secretKey = () => readFile(join(target, 'secret.key'), 'utf8')
    for (const staged of [KEY, OTHER_KEY]) {
      await writeFile(join(target, 'secret.key'), 'another one, of what was there before')
      await writeFile(join(target, 'secret.key.restaurada'), `${staged}\n`)
      await mkdir(join(target, 'restauracion.sqlite.a-medias'))
      await finishRestore(target)
      expect((await secretKey()) === `${KEY}\n`).toBe(staged === KEY)
      expect(await readdir(target)).toEqual(['lock.sqlite', 'pregonero.sqlite', 'secret.key'])
    }
  })

  it('drops the tokens and second factors when forced without the key', async () => {
    await backUp()
    const secret = createSecretBox([KEY]).encrypt('a secret')
    query(file, `insert into user values ('ana', 'Ana', 'ana@example.com', 1, null, '', '')`)
    query(
      file,
      `insert into second_factors (user_id, secret, since, last_step) values ('ana', '${secret}', 0, 0)`,
    )
    query(file, `insert into recovery_codes (user_id, code_hash) values ('ana', 'x')`)
    const { key } = await restore({ isForced: true })
    expect(key.is).toBe('lost')
    expect(tokenUnder(key.value)).toEqual(['', 0])
    for (const table of ['second_factors', 'recovery_codes'])
      expect(query(database(), `select * from ${table}`)).toEqual([])
    expect(query(database(), `select value from settings where name = 'secret-key-check'`)).toEqual(
      [{ value: checkValue(key.value) }],
    )
  })

  it('replaces an existing installation only when forced', async () => {
    await backUp(KEY)
    {
      await using store = await openStore({ dataDir: target })
      await createAccount(
        store.db,
        { email: 'eva@example.com', name: 'Eva', password: 'larga' },
        Date.now(),
      )
    }
    await expect(restore()).rejects.toThrow(/ya hay una instalación \(con datos en «Cuentas»\)/)
    expect(query(database(), 'select email from user')).toEqual([{ email: 'eva@example.com' }])
    await restore({ isForced: true })
    expect(query(database(), 'select email from user')).toEqual([])
    expect(query(database(), 'select id from connections')).toEqual([{ id: 'c1' }])
  })

  it('replaces a damaged database only when forced', async () => {
    await backUp(KEY)
    await writeFile(database(), 'this is a text, and no base'.repeat(99))
    await expect(restore()).rejects.toThrow(/está dañado: con --force/)
    await restore({ isForced: true })
    expect(query(database(), 'select id from connections')).toEqual([{ id: 'c1' }])
  })

  it('is refused while a server or another program uses the folder', async () => {
    await backUp(KEY)
    {
      using _server = openDataFolder(target)
      await expect(restore()).rejects.toThrow(/ya la usa otro Pregonero en marcha/)
    }
    await using _command = await openStore({ dataDir: target })
    await expect(restore({ isForced: true })).rejects.toThrow(/^Otro programa está usando/)
  })

  it.each([
    ['nothing', async () => {}, /no existe\.$/],
    ['a folder', () => mkdir(file), /es una carpeta/],
    ['an empty file', () => writeFile(file, ''), /no es una copia de Pregonero\.$/],
    ['a text', () => writeFile(file, 'a text'.repeat(999)), /no es una copia de Pregonero/],
    [
      "another program's file",
      async () => query(file, 'create table notes (text)'),
      /no es una copia de Pregonero\.$/,
    ],
    [
      'a copy of a newer version',
      async () => {
        await backUp()
        query(file, `insert into kysely_migration values ('9999-later', '')`)
      },
      /^La copia es de un Pregonero más nuevo \(9999-later\)/,
    ],
    [
      'half a copy',
      async () => {
        await backUp()
        const whole = await readFile(file)
        await writeFile(file, whole.subarray(0, whole.length / 2))
      },
      /está dañada/,
    ],
  ])('is refused when given %s', async (_what, make, reason) => {
    await make()
    await expect(restore({ secretKey: KEY })).rejects.toThrow(reason)
    expect(await readdir(target)).toEqual(['lock.sqlite'])
  })

  it('is refused when given the database itself, also through a link', async () => {
    target = dataDir
    const link = join(folder, 'link')
    await symlink(database(), link)
    for (const itself of [database(), link])
      await expect(restore({ file: itself, isForced: true })).rejects.toThrow(
        /es la propia base de datos/,
      )
  })

  it('leaves no files beside the given file of a stopped installation', async () => {
    await writeFile(file, await readFile(join(dataDir, 'pregonero.sqlite')))
    await restore({ secretKey: KEY })
    expect(await readdir(folder)).toEqual(['copia.sqlite'])
  })

  it('rejects with StartError when a table of the copy lacks a column', async () => {
    await backUp(KEY)
    query(file, 'alter table deliveries rename column in_flight to another')
    await expect(restore()).rejects.toMatchObject({ name: 'StartError' })
    expect(await readdir(target)).toEqual(['lock.sqlite'])
  })

  it('restores the file of a running installation with its write-ahead log', async () => {
    await using store = await openStore({ dataDir })
    await writeSetting(store.db, 'late', 'in the log')
    await restore({ file: join(dataDir, 'pregonero.sqlite'), secretKey: KEY })
    expect(query(database(), `select value from settings where name = 'late'`)).toEqual([
      { value: 'in the log' },
    ])
  })
})
