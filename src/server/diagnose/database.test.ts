// @module-tag server
import { open, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { describe, expect, it } from 'vitest'
import { checkValue } from '#server/base/key-ring.ts'
import { createSecretBox } from '#server/base/secrets.ts'
import type { Tables } from '#server/store/engine/schema.ts'
import { sqliteDialect } from '#server/store/engine/sqlite-dialect.ts'
import { migrate } from '#server/store/migrations/migrate.ts'
import { openStore } from '#server/store/open-store.ts'
import { KEYS_IN_USE } from '#server/store/rows/keys-in-use.ts'
import { writeSetting } from '#server/store/rows/settings.ts'
import { sqliteHere } from '../../../tests/support/sqlite-here.ts'
import { emptyFolder, migratedFolder } from '../../../tests/support/test-place.ts'
import { checkDatabase } from './database.ts'
import { inTime } from './finding.ts'

const KEY = 'a secret key of thirty-two letters'

describe('checkDatabase', () => {
  it('accepts a whole database, and leaves its folder unchanged', async () => {
    await using folder = await installed()
    const before = await contentOf(folder.dataDir)
    expect(await look(folder.dataDir)).toEqual({
      'Base de datos': 'ok',
      'Versión de los datos': 'ok',
      'Clave de los datos': 'ok',
      Integridad: 'ok',
      Referencias: 'ok',
    })
    expect(await contentOf(folder.dataDir)).toEqual(before)
  })

  it('reports a missing or empty file as unknown', async () => {
    await using folder = await emptyFolder()
    const { dataDir } = folder.place
    expect(await look(dataDir)).toEqual({ 'Base de datos': 'unknown' })
    expect(await readdir(dataDir)).toEqual([])
    await writeFile(fileIn(dataDir), '')
    expect(await look(dataDir)).toMatchObject({ 'Versión de los datos': 'unknown' })
  })

  it('reports a file that is no database', async () => {
    await using folder = await emptyFolder()
    await writeFile(fileIn(folder.place.dataDir), 'no es una base de datos'.repeat(100))
    expect(await look(folder.place.dataDir)).toEqual({ 'Base de datos': 'wrong' })
  })

  it('reports a damaged page', async () => {
    await using folder = await installed()
    await damage(fileIn(folder.dataDir), await pageOf(folder.dataDir, 'settings'))
    const found = await look(folder.dataDir)
    expect(Object.values(found)).toContain('wrong')
  })

  it('reports damage in the first pages in the same words as a start', async () => {
    await using folder = await installed()
    const path = fileIn(folder.dataDir)
    for (let page = 2; page <= 20; page += 1) await damage(path, page)
    const [finding] = await inTime('Base de datos', 30_000, () =>
      checkDatabase({ dataDir: folder.dataDir }, KEY),
    )
    expect(finding).toMatchObject({
      state: 'wrong',
      detail: expect.stringMatching(/ está dañada \(/),
      remedy: expect.stringContaining('recupera la última copia'),
    })
    await expect(openStore({ dataDir: folder.dataDir })).rejects.toThrow(finding?.detail)
  })

  it('reports an index that disagrees with its table', async () => {
    await using folder = await installed()
    const path = fileIn(folder.dataDir)
    {
      using database = new DatabaseSync(path, { defensive: false })
      database.exec(`create table t (x); create index i on t (x) where x > 1;
        insert into t values (1), (2); pragma writable_schema = on;
        update sqlite_schema set sql = 'create index i on t (x)' where name = 'i'`)
    }
    expect(await look(folder.dataDir)).toMatchObject({ Integridad: 'wrong', Referencias: 'ok' })
  })

  it('reports rows with broken references', async () => {
    await using folder = await installed()
    using database = new DatabaseSync(fileIn(folder.dataDir), {
      enableForeignKeyConstraints: false,
    })
    database.exec(`create table above (id integer primary key);
      create table below (above references above (id)); insert into below values (7)`)
    expect(await look(folder.dataDir)).toMatchObject({ Integridad: 'ok', Referencias: 'wrong' })
  })

  it('reports missing migrations, and those of a newer version', async () => {
    await using folder = await emptyFolder()
    const { dataDir } = folder.place
    const db = new Kysely<Tables>({
      dialect: sqliteDialect({ path: fileIn(dataDir), isReader: false }),
    })
    await migrate(db, { last: '0003-processes' })
    expect(await look(dataDir)).toMatchObject({ 'Versión de los datos': 'wrong', Integridad: 'ok' })
    await migrate(db)
    expect(await look(dataDir)).toMatchObject({ 'Versión de los datos': 'ok' })
    await db.destroy()
    using database = new DatabaseSync(fileIn(dataDir))
    database.exec(`insert into kysely_migration values ('9999-later', '2030-01-01')`)
    expect(await look(dataDir)).toMatchObject({ 'Versión de los datos': 'wrong' })
  })

  it('reports another key as wrong, and a missing one as unknown', async () => {
    await using folder = await installed()
    expect(await look(folder.dataDir, 'another key of thirty-two letters')).toMatchObject({
      'Clave de los datos': 'wrong',
    })
    expect(await look(folder.dataDir, '')).toMatchObject({ 'Clave de los datos': 'unknown' })
  })

  it('reports the missing one of two keys in use', async () => {
    await using folder = await installed()
    const inUse = [KEY, 'another key of thirty-two letters'].map(checkValue).join(',')
    using database = new DatabaseSync(fileIn(folder.dataDir))
    database.prepare('update settings set value = ? where name = ?').run(inUse, KEYS_IN_USE)
    expect(await checkDatabase({ dataDir: folder.dataDir }, KEY)).toContainEqual(
      expect.objectContaining({ state: 'wrong', detail: expect.stringContaining('falta alguna') }),
    )
  })

  it('counts values sealed with an older key, and reports that key if missing', async () => {
    await using folder = await installed()
    const older = 'another key of thirty-two letters'
    const keyOf = async (ring: string) => {
      const findings = await checkDatabase({ dataDir: folder.dataDir }, ring)
      return findings.find(({ what }) => what === 'Clave de los datos')
    }
    using database = new DatabaseSync(fileIn(folder.dataDir))
    database
      .prepare("insert into chat_links values ('code', '', '', '', ?, 0, 0, 0, '', 0, null, null)")
      .run(createSecretBox([older]).encrypt('token'))
    expect(await keyOf(`${KEY},${older}`)).toMatchObject({
      state: 'ok',
      detail: 'Se está cambiando: 1 valor sigue sellado con la anterior.',
    })
    expect(await keyOf(KEY)).toMatchObject({
      state: 'wrong',
      detail: '1 valor está sellado con una clave que falta aquí.',
    })
  })

  it('checks a database that a server has open', async () => {
    await using folder = await installed()
    await using store = await openStore({ dataDir: folder.dataDir })
    await writeSetting(store.db, 'not in the file yet', 'but in its log')
    expect(await look(folder.dataDir)).toMatchObject({ Integridad: 'ok', Referencias: 'ok' })
  })
})

it('reports unknown if a check takes too long or throws', async () => {
  const never = () => new Promise<never>(() => {})
  expect(await inTime('Algo', 20, never)).toMatchObject([{ what: 'Algo', state: 'unknown' }])
  const secret = async () => {
    throw new TypeError('postgres://user:password@host')
  }
  const [finding] = await inTime('Algo', 20, secret)
  expect(finding).toMatchObject({ state: 'unknown', detail: 'No se pudo comprobar (TypeError).' })
})

const fileIn = (dataDir: string) => join(dataDir, 'pregonero.sqlite')

/** States of the findings by title. */
async function look(dataDir: string, key = KEY) {
  const findings = await inTime('Base de datos', 30_000, () =>
    checkDatabase({ dataDir }, key || undefined),
  )
  return Object.fromEntries(findings.map(({ what, state }) => [what, state]))
}

async function installed(): Promise<AsyncDisposable & { dataDir: string }> {
  const folder = await migratedFolder()
  const { dataDir } = folder.place
  const store = await openStore({ dataDir }, { connectSqlite: sqliteHere() })
  await writeSetting(store.db, KEYS_IN_USE, checkValue(KEY))
  await store[Symbol.asyncDispose]()
  return { dataDir, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
}

async function contentOf(folder: string): Promise<[name: string, content: string][]> {
  const names = (await readdir(folder)).sort()
  return Promise.all(
    names.map(
      async name => [name, await readFile(join(folder, name), 'base64')] as [string, string],
    ),
  )
}

async function pageOf(dataDir: string, table: string): Promise<number> {
  using database = new DatabaseSync(fileIn(dataDir), { readOnly: true })
  const row = database.prepare('select rootpage from sqlite_schema where name = ?').get(table)
  return Number(row?.rootpage)
}

async function damage(path: string, page: number): Promise<void> {
  const PAGE_BYTES = 4_096
  await using file = await open(path, 'r+')
  await file.write(Buffer.alloc(PAGE_BYTES, 0xa5), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES)
}
