// @module-tag extended
// @module-tag process
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import type { StorePlace } from '#server/store/open-store.ts'
import { addAccount, contents, fill, type MoveStage, SECRET_KEY, stageMove } from './move-stage.ts'

let stage: MoveStage
beforeEach(async () => {
  stage = await stageMove()
})

describe('a start while a move is under way', () => {
  it('waits for the move to end', async () => {
    await fill(stage.from, db => addAccount(db, 'a@example.com'))
    await onInsert('profiles', STANDSTILL)
    await using standstill = await standStill()
    const moving = stage.move()
    await standstill.until(1)
    const found = contents(stage.to)
    await standstill.until(2)
    await standstill.end()
    await moving
    expect(await found).toEqual(await contents(stage.from))
  })

  it('finds all rows, also in a database that was empty', async () => {
    await fill(stage.from, db => addAccount(db, 'a@example.com'))
    let found: Promise<unknown> | undefined
    await stage.move(SECRET_KEY, () => {
      found ??= contents(stage.to)
    })
    expect(await found).toEqual(await contents(stage.from))
  })
})

describe('a failed move leaves PostgreSQL empty:', () => {
  beforeEach(async () => {
    await fill(stage.from, async db => {
      for (const email of ['a@example.com', 'b@example.com']) await addAccount(db, email)
    })
    await fill(stage.to)
  })

  it.each([
    [
      'a text that became another',
      'message_templates',
      `new.content = replace(new.content, 'a', 'á'); return new`,
    ],
    [
      'a number that became another',
      'message_templates',
      'new.version = new.version + 1; return new',
    ],
    [
      'an instant that moved',
      'user',
      `new."createdAt" = new."createdAt" + interval '1 ms'; return new`,
    ],
    ['a truth that turned', 'user', 'new."emailVerified" = false; return new'],
    ['a row that got lost', 'profiles', 'return null'],
    ['a row too many', 'user', `insert into settings values (new.id, ''); return new`],
  ])('%s', async (_what, table, body) => {
    const name = body.startsWith('insert') ? 'settings' : table
    await onInsert(table, body)
    await expect(stage.move()).rejects.toThrow(
      new RegExp(`\\(la tabla ${name}\\) no quedó en PostgreSQL como estaba: no se ha trasladado`),
    )
    expect(await rowsIn(stage.to)).toBe(0)
  })

  it.each([
    ['half-way', /^No se puede usar la base de datos de DATABASE_URL \(terminating/],
    [
      'at the very end',
      /^PostgreSQL se fue justo al final y no se sabe si el traslado quedó hecho/,
    ],
  ])('PostgreSQL goes away %s', async (when, reason) => {
    const atCommit = when === 'at the very end'
    await onInsert(
      'profiles',
      'perform pg_terminate_backend(pg_backend_pid()); return new',
      atCommit,
    )
    await expect(stage.move()).rejects.toThrow(reason)
    expect(await rowsIn(stage.to)).toBe(0)
  })

  it('killed half-way; the second move succeeds', async () => {
    await onInsert('profiles', STANDSTILL)
    await using standstill = await standStill()
    const { child, said } = stage.runCommand()
    await standstill.until(1)
    child.kill('SIGKILL')
    expect(await said).toMatchObject({ status: null, out: '' })
    await standstill.end()
    expect(await rowsIn(stage.to)).toBe(0)

    const { status, out, err } = await stage.runCommand().said
    expect({ status, err }).toEqual({ status: 0, err: '' })
    expect(out).toMatch(/^Trasladado, y comparado fila a fila:$/m)
    expect(out).toMatch(/^ {2}Cuentas +2$/m)
    expect(out).toContain(join(stage.dataDir, 'pregonero.sqlite'))
    expect(await contents(stage.to)).toEqual(await contents(stage.from))
  })
})

/**
 * Adds a trigger that PostgreSQL runs on each written row.
 * @param body in PL/pgSQL
 * @param atCommit run it at the commit
 */
const onInsert = (table: string, body: string, atCommit = false) =>
  fill(stage.to, async db => {
    await sql`
      create function meddle() returns trigger language plpgsql
      as ${sql.lit(`begin ${body}; end`)}`.execute(db)
    const [kind, when] = atCommit
      ? [sql`constraint trigger meddle after`, sql`deferrable initially deferred`]
      : [sql`trigger meddle before`, sql``]
    await sql`
      create ${kind} insert on ${sql.table(table)} ${when}
      for each row execute function meddle()`.execute(db)
  })

/** A trigger body that waits until `standStill` ends. */
const STANDSTILL = 'perform pg_advisory_xact_lock(1); return new'

async function standStill() {
  const client = new Client(stage.databaseUrl)
  await client.connect()
  await client.query('select pg_advisory_lock(1)')
  const waits = `select from pg_locks join pg_database on database = pg_database.oid
    where datname = current_database() and locktype = 'advisory' and not granted`
  return {
    /** Waits until `count` connections wait for a lock of this kind. */
    until: (count: number) =>
      expect.poll(async () => (await client.query(waits)).rows.length).toBe(count),
    end: () => client.query('select pg_advisory_unlock(1)'),
    [Symbol.asyncDispose]: () => client.end(),
  }
}

const rowsIn = async (place: StorePlace): Promise<number> =>
  Object.values(await contents(place)).flat().length
