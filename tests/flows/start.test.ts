// @module-tag process
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openStore } from '#server/store/open-store.ts'
import { startBotApi } from '../support/bot-api/bot-api.ts'
import { startChildServer } from '../support/child-server.ts'
import { freePort } from '../support/free-port.ts'
import { signUp } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

const run = promisify(execFile)
const cli = new URL('../../src/server/cli.ts', import.meta.url).pathname

let dataDir: string
let env: Record<string, string>

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pregonero-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const port = await freePort()
  env = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, DATA_DIR: dataDir }
})

/** Whole output of a start that fails. */
async function refusal(changes: Record<string, string> = {}): Promise<string> {
  const started = startChildServer({ ...env, ...changes })
  const error = await started.then(
    async server => {
      await server.kill()
      throw new Error('it started')
    },
    (reason: Error) => reason,
  )
  return error.message
}

describe('a failing start explains in one sentence', () => {
  it('unknown variables first, then all wrong ones at once', async () => {
    const wrong = { PORT: 'abc', DELIVERY: 'maybe', TRUST_PROXY: '-1', DATABASE_URI: 'x' }
    const [unknown, ...lines] = (await refusal(wrong)).split('\n')
    expect(unknown).toContain('DATABASE_URI (¿DATABASE_URL?)')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toContain('PORT=«abc»')
  })

  it('a port in use', { tags: ['extended'] }, async () => {
    const taken = createServer().listen(Number(env.PORT), '127.0.0.1')
    onTestFinished(() => void taken.close())
    expect(await refusal()).toBe(
      `El puerto ${env.PORT} ya está en uso. Detén el programa que lo usa o pon otro en PORT.`,
    )
  })

  it('a data folder in use', { tags: ['extended'] }, async () => {
    await using server = await startChildServer(env)
    expect(server.lines[0]).toBe(`Pregonero está en marcha en ${env.PUBLIC_URL}`)
    expect(await refusal({ PORT: String(await freePort()) })).toMatch(
      /^La carpeta de datos .* ya la usa otro Pregonero/,
    )
  })

  it('a data folder that is a file', { tags: ['extended'] }, async () => {
    await writeFile(join(dataDir, 'file'), '')
    expect(await refusal({ DATA_DIR: join(dataDir, 'file') })).toMatch(
      /^No se puede usar la carpeta de datos/,
    )
  })

  it('another secret key than the one the data was written with', {
    tags: ['extended'],
  }, async () => {
    await (await startChildServer(env)).stop()
    expect(await refusal({ SECRET_KEY: 'x'.repeat(40) })).toMatch(/^La clave secreta no es la de/)
    await using again = await startChildServer(env)
    expect(again.lines[0]).toContain('en marcha')
  })

  it('a database of a newer version', { tags: ['extended'] }, async () => {
    await using store = await openStore({ dataDir })
    await store.db
      .withTables<{ kysely_migration: { name: string; timestamp: string } }>()
      .insertInto('kysely_migration')
      .values({ name: '9999-later', timestamp: '' })
      .execute()
    expect(await refusal()).toMatch(
      /^La base de datos es de un Pregonero más nuevo \(9999-later\)\. .* restore ARCHIVO --force$/,
    )
    const copy = join(dataDir, 'backups', 'antes-de-9999-later.sqlite')
    await mkdir(dirname(copy), { recursive: true })
    await writeFile(copy, 'the copy')
    expect(await refusal()).toMatch(new RegExp(` npm run pregonero -- restore ${copy} --force$`))
  })

  it('a database that can not be opened', { tags: ['extended'] }, async () => {
    await mkdir(join(dataDir, 'pregonero.sqlite'))
    expect(await refusal()).toMatch(/^No se puede usar la base de datos .*pregonero\.sqlite/)
  })

  it('a file that is no database', { tags: ['extended'] }, async () => {
    await writeFile(
      join(dataDir, 'pregonero.sqlite'),
      'this is a text, and not a short one'.repeat(9),
    )
    expect(await refusal()).toMatch(/^El archivo .*pregonero\.sqlite no es una base de datos/)
  })
})

describe('the first start', () => {
  it('writes its secret key to a file with mode 600', { tags: ['extended'] }, async () => {
    await (await startChildServer(env)).stop()
    const { mode } = await stat(join(dataDir, 'secret.key'))
    expect(mode & 0o777).toBe(0o600)
    expect((await readFile(join(dataDir, 'secret.key'), 'utf8')).trim().length).toBeGreaterThan(31)
  })

  it('prints an address that creates the first account once', async () => {
    await using server = await startChildServer(env)
    await expect.poll(() => server.lines).toHaveLength(2)
    const code = /\/login\?alta=(\S+)$/.exec(server.lines[1] ?? '')?.[1] ?? ''
    const register = (email: string) =>
      fetch(`${env.PUBLIC_URL}/api/registration`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'una contraseña larga', code }),
      })
    expect((await register('marta@example.com')).status).toBe(201)
    expect((await register('otra@example.com')).status).toBe(403)
  })

  it('ends with status 0 when it is stopped', { tags: ['extended'] }, async () => {
    expect(await (await startChildServer(env)).stop()).toBe(0)
  })
})

describe('a data folder that others may enter', { tags: ['extended'] }, () => {
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

  beforeEach(async () => {
    dataDir = join(dataDir, 'shared')
    await mkdir(dataDir)
    await chmod(dataDir, 0o755)
    env.DATA_DIR = dataDir
  })

  it.each([
    ['a server', async () => await (await startChildServer(env)).kill()],
    ['an administration command', () => run(process.execPath, [cli, 'user', 'list'], { env })],
  ])('gets only files with mode 600 from %s', async (_who, write) => {
    await write()
    const names = await readdir(dataDir)
    expect(names).toContain('pregonero.sqlite')
    for (const name of names)
      expect([name, await modeOf(join(dataDir, name))]).toEqual([name, '600'])
  })

  it('is reported with the chmod that closes it, and left unchanged', async () => {
    await using server = await startChildServer(env)
    expect(server.lines[0]).toContain(`chmod -R go= '${dataDir}'`)
    expect(await modeOf(dataDir)).toBe('755')
  })

  it('is no longer reported after that chmod', async () => {
    await (await startChildServer(env)).stop()
    await run('sh', ['-c', `chmod -R go= '${dataDir}'`])
    await using server = await startChildServer(env)
    expect(server.lines[0]).toContain('en marcha')
  })
})

it.each(['Madrid', 'UTC+2', ':/etc/localtime', 'GMT+1'])(
  'starts in UTC with TZ=%s, says so, and fills a template in UTC',
  { tags: ['extended'] },
  async TZ => {
    await using botApi = await startBotApi()
    await using server = await startChildServer({ ...env, TZ, TELEGRAM_API_ROOT: botApi.root })
    expect(server.lines[0]).toContain(`TZ=«${TZ}»: no es el nombre de una zona horaria`)
    await using store = await openStore({ dataDir })
    const trader = await signUp({ app: store, url: env.PUBLIC_URL ?? '' })
    expect(await trader.api.profile.read()).toMatchObject({
      timeZone: 'UTC',
      timeZoneTrouble: expect.stringContaining('van en UTC'),
    })
    const content = '{{timestamp | fecha}} {{timestamp | hora}}'
    const { id: templateId } = await trader.api.templates.create({ name: 'Hora', content })
    const { webhookUrl } = await trader.connect(botApi, { templateId })
    await postAlert(webhookUrl, { timestamp: '2026-10-25T00:59:59Z' })
    await botApi.waitFor(messages => messages.length === 1)
    expect(botApi.messages[0]?.text).toContain('0:59')
  },
)

it('signs in with its own secret, whatever BETTER_AUTH_SECRETS says', {
  tags: ['extended'],
}, async () => {
  await using _server = await startChildServer({
    ...env,
    BETTER_AUTH_SECRETS: `7:${'z'.repeat(40)}`,
  })
  await using store = await openStore({ dataDir })
  const trader = await signUp({ app: store, url: env.PUBLIC_URL ?? '' })
  expect(await trader.api.profile.read()).toMatchObject({ email: trader.email })
})

it('opens no debugger on the machine when it receives the signal SIGUSR1', {
  tags: ['extended'],
}, async () => {
  await using server = await startChildServer(env)
  process.kill(server.pid, 'SIGUSR1')
  expect((await fetch(`${env.PUBLIC_URL}/healthz`)).status).toBe(200)
  await server.stop()
  expect(server.lines.join()).not.toContain('Debugger')
})

it('notices changes by administration commands', { tags: ['extended'] }, async () => {
  await using botApi = await startBotApi()
  await using _server = await startChildServer({ ...env, TELEGRAM_API_ROOT: botApi.root })
  await using store = await openStore({ dataDir })
  const trader = await signUp({ app: store, url: env.PUBLIC_URL ?? '' })
  const connection = await trader.connect(botApi)

  const stream = await trader.api.events.stream()

  await run(process.execPath, [cli, 'user', 'remove', trader.email], { env })
  for await (const _event of stream);
  expect((await postAlert(connection.webhookUrl, { a: 1 })).status).toBe(404)
  await expect(trader.api.profile.read()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

it('keeps to the messages per second of a bot in TELEGRAM_BOT_RATE', {
  tags: ['extended'],
}, async () => {
  await using botApi = await startBotApi()
  // Twice the server's rate, since a commit on a busy machine may take long.
  botApi.enforceLimits(true, 2)
  await using _server = await startChildServer({
    ...env,
    TELEGRAM_API_ROOT: botApi.root,
    TELEGRAM_BOT_RATE: '1',
  })
  await using store = await openStore({ dataDir })
  const trader = await signUp({ app: store, url: env.PUBLIC_URL ?? '' })
  const { token: telegramBotToken } = botApi.addBot()
  const chats = [1, 2, 3].map(() => trader.connect(botApi, { telegramBotToken }))
  for (const { webhookUrl } of await Promise.all(chats)) await postAlert(webhookUrl, { a: 1 })
  await botApi.waitFor(messages => messages.length === 3)
  expect(botApi.requests.filter(({ status }) => status === 429)).toEqual([])
})
