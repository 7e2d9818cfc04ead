// @module-tag extended
// @module-tag process
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { openDataFolder } from '#server/base/data-folder.ts'
import { checkValue } from '#server/base/key-ring.ts'
import { registerWorker } from '#server/store/queue/workers.ts'
import { KEYS_IN_USE } from '#server/store/rows/keys-in-use.ts'
import { readOrInitSetting } from '#server/store/rows/settings.ts'
import { holdStore } from '../support/hold-store.ts'
import { addAccount, fill, type MoveStage, SECRET_KEY, stageMove } from './move-stage.ts'

let stage: MoveStage
beforeEach(async () => {
  stage = await stageMove()
})

describe('a move is refused:', () => {
  /** @returns the reason, after checking that PostgreSQL is unchanged */
  async function refusal(secretKey = SECRET_KEY): Promise<string> {
    const before = await tablesOf(stage.databaseUrl)
    const error = await stage.move(secretKey).then(
      () => null,
      (reason: Error) => reason,
    )
    expect(error).toMatchObject({ name: 'StartError' })
    expect(await tablesOf(stage.databaseUrl)).toEqual(before)
    return error?.message ?? ''
  }

  it('without an installation', async () => {
    expect(await refusal()).toBe(
      `En ${stage.dataDir} no hay ninguna instalación que trasladar: pon en DATA_DIR la carpeta donde está pregonero.sqlite.`,
    )
    expect(await readdir(stage.dataDir)).toEqual([])
    await writeFile(join(stage.dataDir, 'pregonero.sqlite'), '')
    expect(await refusal()).toMatch(/^En .* no hay ninguna instalación/)
    await writeFile(
      join(stage.dataDir, 'pregonero.sqlite'),
      'this is a text, and no base'.repeat(99),
    )
    expect(await refusal()).toMatch(/^El archivo .*pregonero\.sqlite no es una base de datos/)
  })

  it('while a server runs on the folder', async () => {
    await fill(stage.from)
    using _lock = openDataFolder(stage.dataDir)
    expect(await refusal()).toMatch(/^La carpeta de datos .* ya la usa otro Pregonero en marcha/)
  })

  it('while another program writes into the folder', async () => {
    await fill(stage.from)
    await using _hold = await holdStore(stage.from)
    expect(await refusal()).toMatch(
      /^No se puede usar la base de datos .*pregonero\.sqlite \(.*lock/,
    )
  })

  it('from a newer version', async () => {
    await fill(stage.from, db =>
      sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(db),
    )
    expect(await refusal()).toMatch(/^La base de datos es de un Pregonero más nuevo \(9999-later\)/)
  })

  it('under another key, with the place of the right one', async () => {
    await fill(stage.from, db => readOrInitSetting(db, KEYS_IN_USE, checkValue(SECRET_KEY)))
    const other = 'another secret key of as many letters'
    const inEnvironment =
      'esa es la que se le dio en SECRET_KEY, en el entorno o en el archivo .env. Pon la misma y repite el traslado.'
    expect(await refusal(other)).toBe(
      `SECRET_KEY no es la clave de la instalación de ${stage.dataDir}: ${inEnvironment}`,
    )
    const path = join(stage.dataDir, 'secret.key')
    await writeFile(path, `${other}\n`)
    expect(await refusal(other)).toContain(inEnvironment)
    await writeFile(path, `${SECRET_KEY}\n`)
    expect(await refusal(other)).toContain(`esa está en el archivo ${path}. Pon la misma`)
    await stage.move()
  })

  it('into a PostgreSQL with an account, also of an older version', async () => {
    await fill(stage.from)
    await fill(stage.to, async db => {
      await addAccount(db, 'a@example.com')
      await db.schema.dropTable('workers').execute()
      await sql`delete from kysely_migration where name > '0002'`.execute(db)
    })
    expect(await refusal()).toBe(
      'El PostgreSQL de DATABASE_URL no está vacío (tiene datos en «Cuentas»): el traslado necesita una base de datos sin nada.',
    )
  })

  it('into a PostgreSQL where a process with another key has started', async () => {
    await fill(stage.from)
    await fill(stage.to, db => readOrInitSetting(db, KEYS_IN_USE, checkValue('other')))
    expect(await refusal()).toMatch(
      /^En el PostgreSQL de DATABASE_URL ya arrancó .* otra SECRET_KEY/,
    )
  })

  it('into a PostgreSQL where a process is running, but not where it is dead', async () => {
    await fill(stage.from)
    await fill(stage.to, db => registerWorker(db, 'alive', 60_000))
    expect(await refusal()).toMatch(/^Un Pregonero en marcha usa el PostgreSQL de DATABASE_URL/)
    await fill(stage.to, db => db.updateTable('workers').set({ alive_until: 1 }).execute())
    await stage.move()
  })

  it('into a PostgreSQL where another program writes', async () => {
    await fill(stage.from)
    await fill(stage.to)
    await using _hold = await holdStore(stage.to)
    expect(await refusal()).toMatch(/^Otro programa está usando el PostgreSQL de DATABASE_URL/)
  })

  it('without the right addresses', async () => {
    await fill(stage.from)
    expect(await stage.runCommand({ DATABASE_URL: '' }).said).toEqual({
      status: 1,
      out: '',
      err: 'Falta DATABASE_URL: pon en ella la dirección de un PostgreSQL vacío.\n',
    })
    expect(await stage.runCommand({ SECRET_KEY: '' }).said).toMatchObject({ status: 1, out: '' })
  })
})

/** Tables with their numbers of rows, read without creating any. */
async function tablesOf(url: string): Promise<string[]> {
  const client = new Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; rows: number }>(`
      select table_name as name,
             (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', table_name), false, true, '')))[1]::text::int as rows
      from information_schema.tables where table_schema = 'public' order by 1`)
    return rows.map(({ name, rows }) => `${name}: ${rows}`)
  } finally {
    await client.end()
  }
}
