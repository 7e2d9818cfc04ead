// @module-tag process
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSimulatedTelegram } from '#server/telegram/simulated.ts'
import { freePort } from '../support/free-port.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { apiOf, signUp, type Trader } from '../support/trader.ts'

const cli = join(import.meta.dirname, '../../src/server/cli.ts')

let stage: TestApp
let trader: Trader

beforeAll(async () => {
  stage = await startTestApp()
  trader = await signUp(stage)
})
afterAll(() => stage[Symbol.asyncDispose]())

/** `state what: detail → remedy`, a line each. */
async function diagnosed({ api }: Pick<Trader, 'api'> = trader): Promise<string[]> {
  const groups = await api.diagnosis.read()
  return groups.flatMap(({ findings }) =>
    findings.map(
      ({ what, state, detail, remedy }) =>
        `${state} ${what}: ${detail}${remedy ? ` → ${remedy}` : ''}`,
    ),
  )
}

describe('the diagnosis of an account', () => {
  it('finds this Pregonero, Telegram, and a bot that may post', async () => {
    const bot = stage.botApi.addBot()
    const { id } = stage.botApi.addChat({ id: -9_001, type: 'channel', title: 'Señales' })
    await trader.connect(stage.botApi, {
      name: 'Canal',
      telegramBotToken: bot.token,
      telegramChatId: String(id),
    })
    const lines = await diagnosed()
    expect(lines).toContainEqual(expect.stringMatching(/^wrong Dirección: .*127\.0\.0\.1/))
    expect(lines).toContainEqual(expect.stringMatching(/^ok Respuesta: Este Pregonero responde/))
    expect(lines).toContainEqual(
      expect.stringMatching(/^ok Conexión con Telegram: Responde por IPv4 en \d+ ms\.$/),
    )
    expect(lines).toContain(
      `ok @${bot.username}: El token vale, y ningún otro programa tiene un webhook.`,
    )
    expect(lines).toContain(`ok @${bot.username} en «Canal»: Puede escribir en el canal «Señales».`)
  })

  it('gives each problem its remedy and its connection', async () => {
    const luis = await signUp(stage, 'luis')
    const webhooked = stage.botApi.addBot()
    webhooked.webhook = `https://otro.example.com/${webhooked.token}`
    const kicked = stage.botApi.addChat({ id: -9_002, type: 'supergroup', state: 'kicked' })
    const inGroup = await luis.connect(stage.botApi, {
      name: 'Grupo',
      telegramBotToken: webhooked.token,
      telegramChatId: String(kicked.id),
    })
    const revoked = await luis.connect(stage.botApi, { name: 'Sin bot' })
    const token = stage.botApi.addBot().token
    await luis.api.connections.update({ id: revoked.id, telegramBotToken: token })
    stage.botApi.revoke(token)

    const groups = await luis.api.diagnosis.read()
    const bots = groups.find(({ title }) => title === 'Bots y chats')?.findings
    expect(bots).toContainEqual({
      what: `@${webhooked.username} en «Grupo»`,
      state: 'wrong',
      detail: 'El bot ya no está en el chat.',
      remedy: 'Añádelo otra vez como administrador y pulsa Probar.',
      connectionId: inGroup.id,
    })
    expect(bots).toContainEqual({
      what: 'Bot de «Sin bot»',
      state: 'wrong',
      detail: 'Telegram no reconoce este token.',
      remedy: 'Cópialo otra vez desde @BotFather.',
      connectionId: revoked.id,
    })
    expect(bots).toContainEqual(
      expect.objectContaining({
        what: `@${webhooked.username}`,
        state: 'wrong',
        detail: expect.stringContaining('en otro.example.com, recibe por webhook'),
      }),
    )
    expect(JSON.stringify(groups)).not.toContain(webhooked.token.split(':')[1])
  })

  it('hides other accounts and the machine, reads no updates, sends no message', async () => {
    const eva = await signUp(stage, 'eva')
    const said = JSON.stringify(await eva.api.diagnosis.read())
    expect(said).toContain('No hay ninguna conexión activa.')
    expect(said).not.toMatch(/bot_|Canal|Grupo/)
    expect(said).not.toContain(stage.config.dataDir)
    expect(stage.botApi.requests.map(({ method }) => method)).not.toContain('getupdates')
    expect(stage.botApi.messages).toEqual([])
  })

  it('checks 20 of 30 bots, and says that 10 are left', async () => {
    const ana = await signUp(stage, 'ana')
    const tokens = Array.from({ length: 30 }, () => stage.botApi.addBot().token)
    for (const telegramBotToken of tokens) await ana.connect(stage.botApi, { telegramBotToken })
    const before = stage.botApi.requests.length
    expect(await diagnosed(ana)).toContainEqual(
      expect.stringMatching(/^unknown Otros bots: Quedan 10 bots sin comprobar/),
    )
    expect(stage.botApi.requests.length - before).toBe(20 * 3)
  })

  it('reports a bot as unknown while Telegram asks for a pause', async () => {
    const rosa = await signUp(stage, 'rosa')
    await rosa.connect(stage.botApi, { name: 'Plata' })
    const fault = stage.botApi.fail({ method: 'getMe' }, { kind: 'flood', retryAfter: 40 })
    expect(await diagnosed(rosa)).toContain(
      'unknown Bot de «Plata»: Telegram pide una pausa de 40\u00a0s. → Espera y vuelve a intentarlo.',
    )
    fault.lift()
  })

  it('sends no request when delivery is simulated', async () => {
    await using simulated = await startTestApp({}, { telegram: createSimulatedTelegram() })
    const user = await signUp(simulated)
    await user.connect(simulated.botApi)
    const groups = await apiOf(simulated.url, user.cookie).diagnosis.read()
    expect(groups.map(({ title }) => title)).toEqual(['Dirección pública', 'Telegram'])
    expect(JSON.stringify(groups)).toContain('Es simulada')
    expect(simulated.botApi.requests).toEqual([])
  })
})

describe('pregonero doctor', () => {
  it('checks everything beside the running server, without showing tokens', async () => {
    const { config } = stage
    const { databaseUrl } = config.secrets
    const { status, out, err } = await doctor({
      PORT: String(config.port),
      PUBLIC_URL: config.publicUrl,
      TELEGRAM_API_ROOT: config.telegramApiRoot,
      ...(databaseUrl
        ? { DATABASE_URL: databaseUrl, SECRET_KEY: stage.secretKey }
        : { DATA_DIR: config.dataDir }),
    })
    expect(err).toBe('')
    expect(out.split('\n').filter(line => line.length > 80)).toEqual([])
    for (const line of [
      /✓ Servidor: En marcha en 127\.0\.0\.1:\d+, y listo/,
      databaseUrl ? /✓ Base de datos: PostgreSQL \d+/ : /✓ Integridad: El archivo está entero/,
      databaseUrl ? /✓ Permisos en PostgreSQL/ : /✓ Referencias: Todas llevan a algo/,
      databaseUrl ? /✓ Reloj de PostgreSQL/ : /✓ Clave secreta/,
      /✓ Versión de los datos: Al día/,
      /✓ Clave de los datos: La clave secreta es la de estos datos/,
      /✓ Reloj: Concuerda con el de Telegram/,
      /✗ Dirección: TradingView no puede llegar a 127\.0\.0\.1/,
      /✓ Respuesta: Este Pregonero responde ahí/,
      /✓ Conexión con Telegram: Responde por IPv4/,
      /✓ @bot_\d+_bot: El token vale/,
      /\? Otros bots: Quedan \d+ bots sin comprobar/,
      /\d+ cosas? por arreglar/i,
    ])
      expect(out.replaceAll(/\n +/g, ' ')).toMatch(line)
    expect(status).toBe(1)
    for (const { token } of stage.botApi.requests) expect(out).not.toContain(token.slice(-8))
  })

  it('reports wrong variables and unreachable services, and creates no file', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'pregonero-'))
    const away = `http://127.0.0.1:${await freePort()}`
    const { status, out, err } = await doctor({
      PORT: 'ocho',
      ROLE: 'todo',
      PREGONERO_PORT: '8080',
      PUBLIC_URL: 'https://pregonero.invalid',
      DATA_DIR: join(folder.path, 'aún no'),
      TELEGRAM_API_ROOT: away,
    })
    expect([status, err]).toEqual([1, ''])
    const lines = out.replaceAll(/\n +/g, ' ')
    for (const line of [
      /✗ Variables: PORT=«ocho»: .* → Corrígela/,
      /✗ Variables: ROLE=«todo»: /,
      /✗ Variables desconocidas: .*PREGONERO_PORT/,
      /✗ Proxy: PUBLIC_URL es https, .* → Pon TRUST_PROXY=1/,
      /\? Carpeta de datos: .* aún no existe/,
      /\? Base de datos: Aún no hay/,
      /✗ Conexión con Telegram: No responde: por IPv4 no \(ECONNREFUSED\)/,
      /\? Certificado: No se pudo ver/,
    ])
      expect(lines).toMatch(line)
    expect(await readdir(folder.path)).toEqual([])
  })
})

async function doctor(env: Record<string, string>) {
  const child = spawn(process.execPath, [cli, 'doctor'], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
  })
  const [out, err] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { status: child.exitCode, out, err }
}
