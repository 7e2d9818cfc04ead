// @module-tag server
// @module-tag process
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { verifyPassword } from '#server/accounts/passwords/password-hash.ts'
import { openDataFolder } from '#server/base/data-folder.ts'
import { insertPasskey } from '../../tests/support/insert-passkey.ts'
import { ownerTransaction } from './store/engine/owner.ts'
import type { Database } from './store/engine/schema.ts'
import { transaction } from './store/engine/transaction.ts'
import { openStore } from './store/open-store.ts'
import { findAccount, listAccounts } from './store/rows/accounts.ts'
import { insertApiToken } from './store/rows/api-tokens.ts'
import { insertSecondFactor, readSecondFactor } from './store/rows/second-factors.ts'
import { countSignInFailures, insertSignInFailure } from './store/rows/sign-in-failures.ts'

const cli = resolve(import.meta.dirname, 'cli.ts')

const tokenRow = { name: 'Copia', scope: 'read', tail: 'abcdef', created_at: 1 } as const

describe('the administration commands, beside a running server', () => {
  it('make, show, change and remove an account', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'pregonero-'))
    using _lock = openDataFolder(folder.path)
    await using store = await openStore({ dataDir: folder.path })
    const { db } = store
    const pregonero = commandsIn(folder.path)

    const added = await pregonero(['user', 'add', 'Ana@Example.com', '--name', 'Ana Gil'])
    const generated = /^Cuenta creada: ana@example\.com\nContraseña: (\S{20})\n$/.exec(added.out)
    expect(added).toMatchObject({ status: 0, err: '' })
    expect(await isPasswordOf(db, 'ana@example.com', generated?.[1])).toBe(true)

    const withInput = ['user', 'add', 'eva@example.com', '--password-stdin']
    expect(await pregonero(withInput, 'la llave larga de Eva\n')).toEqual({
      status: 0,
      out: 'Cuenta creada: eva@example.com\n',
      err: '',
    })
    expect(await isPasswordOf(db, 'eva@example.com', 'la llave larga de Eva')).toBe(true)

    const today = new Date().toISOString().slice(0, 10)
    const listed = await pregonero(['user', 'list'])
    expect(listed.out).toBe(`ana@example.com\tAna Gil\t${today}\neva@example.com\teva\t${today}\n`)

    await signIn(db, 'ana@example.com')
    await insertSignInFailure(db, 'ana@example.com', Date.now())
    const changing = ['user', 'password', 'ANA@example.com', '--password-stdin']
    const changed = await pregonero(changing, 'la nueva de Ana')
    expect(changed.out).toBe('Contraseña cambiada: ana@example.com\n')
    expect(await isPasswordOf(db, 'ana@example.com', 'la nueva de Ana')).toBe(true)
    expect(await db.selectFrom('session').select('id').execute()).toEqual([])
    expect(await countSignInFailures(db, 'ana@example.com', 0)).toBe(0)

    const userId = (await findAccount(db, 'ana@example.com'))?.id ?? ''
    const factor = { secret: 'sealed', since: 1, lastStep: 1 }
    await transaction(db, trx => insertSecondFactor(trx, userId, factor))
    await insertPasskey(db, 'ana@example.com', 'Móvil')
    for (const expires_at of [null, 2])
      await ownerTransaction({ db, userId }, own =>
        insertApiToken(own, {
          ...tokenRow,
          id: `${expires_at}`,
          hash: `${expires_at}`,
          expires_at,
        }),
      )
    const taken = await pregonero(changing, 'otra más de Ana')
    expect(taken.out).toBe(
      'Contraseña cambiada: ana@example.com\nSe ha quitado también: la verificación en dos pasos con sus códigos de recuperación y 1 llave de acceso. Para entrar basta la contraseña.\nLos programas siguen entrando con 1 token de API: se quitan en Configuración → Seguridad.\n',
    )
    expect(await readSecondFactor(db, userId)).toBeUndefined()

    const removed = await pregonero(['user', 'remove', 'ana@example.com'])
    expect(removed.out).toBe('Cuenta eliminada: ana@example.com\n')
    expect((await listAccounts(db)).map(account => account.email)).toEqual(['eva@example.com'])
  })

  it('show a name in one row, with its control characters replaced', {
    tags: ['extended'],
  }, async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'pregonero-'))
    await using store = await openStore({ dataDir: folder.path })
    const { db } = store
    const pregonero = commandsIn(folder.path)
    const forged = 'Ana\t2026-01-01\njefa@example.com\tJefa\u001b[8m'
    const password = 'la llave larga de Ana\n'
    const adding = ['user', 'add', 'ana@example.com', '--name', forged, '--password-stdin']
    await pregonero(adding, password)
    const today = new Date().toISOString().slice(0, 10)
    const row = `ana@example.com\tAna 2026-01-01 jefa@example.com Jefa [8m\t${today}\n`
    expect((await pregonero(['user', 'list'])).out).toBe(row)
    await db
      .updateTable('user')
      .set({ name: `${forged}\u202e` })
      .execute()
    const listed = await pregonero(['user', 'list'])
    expect(listed.out).toBe(
      `ana@example.com\tAna\ufffd2026-01-01\ufffdjefa@example.com\ufffdJefa\ufffd[8m\ufffd\t${today}\n`,
    )
  })

  it('report that their output could not be written', { tags: ['extended'] }, async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'pregonero-'))
    const command = spawn(process.execPath, [cli, '--help'], {
      env: { ...process.env, DATA_DIR: folder.path },
    })
    command.stdout.destroy()
    const [err] = await Promise.all([text(command.stderr), once(command, 'close')])
    expect([command.exitCode, err]).toEqual([
      1,
      'La orden está hecha, pero no se pudo mostrar su resultado (EPIPE).\n',
    ])
  })

  it('refuse invalid input in Spanish, without changes', { tags: ['extended'] }, async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'pregonero-'))
    await using store = await openStore({ dataDir: folder.path })
    const pregonero = commandsIn(folder.path)
    await pregonero(['user', 'add', 'ana@example.com'])

    const refusals = [
      [['user', 'add', 'ana@example.com'], 'Ya existe una cuenta con ese correo electrónico.'],
      [['user', 'add', 'no es un correo'], 'El formato del correo electrónico es inválido.'],
      [['user', 'password', 'eva@example.com'], 'No hay ninguna cuenta con ese correo.'],
      [['user', 'remove', 'eva@example.com'], 'No hay ninguna cuenta con ese correo.'],
      [
        ['user', 'add', 'eva@example.com', '--password-stdin'],
        'La contraseña necesita al menos 10 caracteres.',
      ],
      [['user', 'add'], 'Falta el correo: npm run pregonero -- user add EMAIL.'],
      [['user', 'remove'], 'Falta el correo: npm run pregonero -- user remove EMAIL.'],
      [['user'], 'Falta qué hacer: user add, user list, user password o user remove. Con --help'],
      [['user', 'ad'], 'No se entiende «user ad».'],
      [['user', 'list', '--name', 'x'], 'No se entiende «user list --name x».'],
      [['user', 'list', '--nombre'], 'No se entiende «user list --nombre».'],
      [['constructor'], 'No se entiende «constructor».'],
      [[], 'Falta la orden.'],
    ] as const
    const answers = await Promise.all(refusals.map(([args]) => pregonero(args, 'corta')))
    for (const [index, [, message]] of refusals.entries()) {
      expect(answers[index]).toEqual({ status: 1, out: '', err: expect.stringContaining(message) })
      expect(answers[index]?.err.trim().split('\n')).toHaveLength(1)
    }
    expect(await listAccounts(store.db)).toHaveLength(1)
  })
})

describe('the administration commands, alone', () => {
  it('make the data folder and the database on first use', { tags: ['extended'] }, async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'pregonero-'))
    const dataDir = join(folder.path, 'new', 'data')
    const pregonero = commandsIn(dataDir)
    expect((await pregonero(['migrate'])).out).toMatch(/Aplicado: 0001-start/)
    expect((await pregonero(['migrate'])).out).toBe('La base de datos ya estaba al día.\n')
    expect((await pregonero(['user', 'list'])).out).toBe('No hay cuentas.\n')
    expect(await readdir(dataDir)).toContain('pregonero.sqlite')
  })

  it('print their help without touching any data', { tags: ['extended'] }, async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'pregonero-'))
    const dataDir = join(folder.path, 'data')
    const { status, out } = await commandsIn(dataDir)(['user', 'add', '--help'])
    expect(status).toBe(0)
    for (const command of [
      'user add',
      'user list',
      'user password',
      'user remove',
      'migrate',
      'move',
      'rotate-key',
    ])
      expect(out).toContain(command)
    expect(await readdir(folder.path)).toEqual([])
  })

  it('name an invalid variable', { tags: ['extended'] }, async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'pregonero-'))
    const { status, err } = await commandsIn(folder.path, { PORT: 'ocho' })(['user', 'list'])
    expect(status).toBe(1)
    expect(err).toContain('PORT=«ocho»')
  })
})

function commandsIn(dataDir: string, env: Record<string, string> = {}) {
  return async (args: readonly string[], input = '') => {
    const child = spawn(process.execPath, [cli, ...args], {
      env: { ...process.env, ...env, DATA_DIR: dataDir },
    })
    child.stdin.end(input)
    const [out, err] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    return { status: child.exitCode, out, err }
  }
}

async function isPasswordOf(db: Database, email: string, password = ''): Promise<boolean> {
  const { password: hash } = await db
    .selectFrom('account')
    .innerJoin('user', 'user.id', 'account.userId')
    .select('password')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return verifyPassword({ hash: hash ?? '', password })
}

async function signIn(db: Database, email: string): Promise<void> {
  const account = await findAccount(db, email)
  const moment = new Date().toISOString()
  const session = { id: 's', token: 't', expiresAt: moment, createdAt: moment, updatedAt: moment }
  await db
    .insertInto('session')
    .values({ ...session, userId: account?.id ?? '' })
    .execute()
}
