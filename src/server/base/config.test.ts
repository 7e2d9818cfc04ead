import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { StartError } from './errors.ts'

const refused = (env: Record<string, string>): string[] => {
  try {
    readConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return error instanceof Error ? error.message.split('\n') : []
  }
  return []
}

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 8080,
      publicUrl: 'http://localhost:8080',
      dataDir: './data',
      role: 'all',
      delivery: 'telegram',
      telegramApiRoot: 'https://api.telegram.org',
      telegramBotRate: 30,
      deliveryOutageWindow: 900_000,
      webhookMaxBytes: 65_536,
      trustProxy: 0,
      registration: 'closed',
      backupKeep: 7,
      timeZone: expect.any(String),
      timeZoneTrouble: null,
      proxyTrouble: null,
      logLevel: 'info',
      secrets: { secretKey: undefined, databaseUrl: undefined },
      secretFiles: [],
    })
  })

  it.each([
    ...['Madrid', 'Europa/Madrid', 'America/Buenos Aires', 'UTC+2', 'GMT+1', '+02:00', 'Z'],
    ...[
      'CET-1CEST',
      'CET-1CEST,M3.5.0,M10.5.0/3',
      'Etc/Unknown',
      ':/etc/localtime',
      ':',
      'undefined',
    ],
  ])('reads TZ=%s as UTC, and reports it', TZ => {
    expect(readConfig({ TZ })).toMatchObject({
      timeZone: 'UTC',
      timeZoneTrouble: expect.stringMatching(
        /^TZ=«.*»: no es el nombre .* en UTC\. Pon .*Europe\/Madrid/,
      ),
    })
  })

  it.each([
    ['Europe/Madrid', 'Europe/Madrid'],
    ['europe/madrid', 'Europe/Madrid'],
    [' Europe/Madrid ', 'Europe/Madrid'],
    [':Europe/Madrid', 'Europe/Madrid'],
    ['/usr/share/zoneinfo/Europe/Madrid', 'Europe/Madrid'],
    [':/usr/share/zoneinfo/posix/Europe/Madrid', 'Europe/Madrid'],
    ['UTC', 'UTC'],
  ])('reads the zone of TZ=%s', (TZ, timeZone) => {
    expect(readConfig({ TZ })).toMatchObject({ timeZone, timeZoneTrouble: null })
  })

  it('prefers https_proxy to HTTPS_PROXY, and reports an unusable proxy', () => {
    const { secrets } = readConfig({ https_proxy: 'proxy.example:3128', HTTPS_PROXY: 'http://b' })
    expect(secrets.proxy).toBe('http://proxy.example:3128')
    expect(readConfig({ HTTPS_PROXY: 'socks5://a' })).toMatchObject({
      secrets: { proxy: undefined },
      proxyTrouble: expect.stringContaining('HTTPS_PROXY=«socks5://a» no se usa'),
    })
  })

  it('reads every variable', () => {
    const secretKey = 'k'.repeat(32)
    expect(
      readConfig({
        HOST: '::',
        PORT: '443',
        PUBLIC_URL: 'https://Avisos.example/',
        DATA_DIR: '/var/lib/pregonero',
        DELIVERY: 'simulated',
        TELEGRAM_API_ROOT: 'http://127.0.0.1:8081/bot-api/',
        TELEGRAM_BOT_RATE: '1000',
        DELIVERY_OUTAGE_WINDOW: '90s',
        WEBHOOK_MAX_BYTES: '1024',
        WEBHOOK_RATE: '10000',
        TRUST_PROXY: '10',
        REGISTRATION: 'open',
        BACKUP_KEEP: '0',
        LOG_LEVEL: 'silent',
        SECRET_KEY: secretKey,
        DATABASE_URL: 'postgresql://ana:word@db.example/pregonero',
        ROLE: 'worker',
        TZ: 'America/Bogota',
        UNRELATED: 'x',
      }),
    ).toEqual({
      host: '::',
      port: 443,
      publicUrl: 'https://avisos.example',
      dataDir: '/var/lib/pregonero',
      role: 'worker',
      delivery: 'simulated',
      telegramApiRoot: 'http://127.0.0.1:8081/bot-api',
      telegramBotRate: 1_000,
      deliveryOutageWindow: 90_000,
      webhookMaxBytes: 1024,
      webhookRate: 10_000,
      trustProxy: 10,
      registration: 'open',
      backupKeep: 0,
      timeZone: 'America/Bogota',
      timeZoneTrouble: null,
      proxyTrouble: null,
      logLevel: 'silent',
      secrets: { secretKey, databaseUrl: 'postgresql://ana:word@db.example/pregonero' },
      secretFiles: [],
    })
  })

  it('treats an empty variable as not set', () => {
    expect(readConfig({ PORT: '', SECRET_KEY: '', DATABASE_URL: '' })).toEqual(readConfig({}))
  })

  it('puts the port into the default public address', () => {
    expect(readConfig({ PORT: '9000' }).publicUrl).toBe('http://localhost:9000')
  })

  it('throws a StartError', () => {
    expect(() => readConfig({ PORT: 'abc' })).toThrow(StartError)
  })

  it('reports all mistakes at once, one a line, with variable, value and allowed values', () => {
    expect(
      refused({ PORT: 'abc', HOST: '127.0.0.1:80', DELIVERY: 'sí', TRUST_PROXY: '1.5' }),
    ).toEqual([
      'PORT=«abc»: tiene que ser un número entre 1 y 65535.',
      'HOST=«127.0.0.1:80»: tiene que ser una dirección IP o el nombre de una máquina.',
      'DELIVERY=«sí»: tiene que ser telegram o simulated.',
      'TRUST_PROXY=«1.5»: tiene que ser un número entre 0 y 10.',
    ])
  })

  it.each(['0', '65536', '-1', '80 ', '0x50', '1e3', '8_080'])('refuses PORT=%s', value => {
    expect(refused({ PORT: value })).toEqual([
      `PORT=«${value}»: tiene que ser un número entre 1 y 65535.`,
    ])
  })

  it.each(['0', '0.5', '1001', '-30', 'treinta', '30/s'])('refuses TELEGRAM_BOT_RATE=%s', value => {
    expect(refused({ TELEGRAM_BOT_RATE: value })).toEqual([
      `TELEGRAM_BOT_RATE=«${value}»: tiene que ser un número entre 1 y 1000.`,
    ])
  })

  it.each([
    'avisos.example',
    'ftp://avisos.example',
    'https://avisos.example/ruta',
    'https://avisos.example?',
    'https://avisos.example/#',
  ])('refuses PUBLIC_URL=%s', value => {
    expect(refused({ PUBLIC_URL: value })).toEqual([
      `PUBLIC_URL=«${value}»: tiene que empezar por http:// o https:// y no llevar ruta ni parámetros.`,
    ])
  })

  it.each(['api.telegram.org', 'https://user:word@host', 'https://host/?a=b'])(
    'refuses TELEGRAM_API_ROOT=%s',
    value => {
      expect(refused({ TELEGRAM_API_ROOT: value })).toHaveLength(1)
    },
  )

  it.each([
    ['https://user:word@host', 'https://…@host'],
    ['HTTP://user:wo/rd@x#@host/?a=b', 'HTTP://…@host/?a=b'],
    ['https:user:word@host', '…@host'],
    ['user:word@host', '…@host'],
  ])('repeats %s without its user and password', (value, shown) => {
    expect(refused({ PUBLIC_URL: value, TELEGRAM_API_ROOT: value })).toEqual([
      expect.stringMatching(`^PUBLIC_URL=«${RegExp.escape(shown)}»: `),
      expect.stringMatching(`^TELEGRAM_API_ROOT=«${RegExp.escape(shown)}»: `),
    ])
  })

  it('limits how long an alert waits in an outage', () => {
    expect(readConfig({ DELIVERY_OUTAGE_WINDOW: '0' }).deliveryOutageWindow).toBe(0)
    expect(readConfig({ DELIVERY_OUTAGE_WINDOW: '24h' }).deliveryOutageWindow).toBe(86_400_000)
    for (const value of ['25h', '15', '1d', '-1m'])
      expect(refused({ DELIVERY_OUTAGE_WINDOW: value })).toEqual([
        `DELIVERY_OUTAGE_WINDOW=«${value}»: tiene que ser 0 o un tiempo hasta 24 h: 90s, 15m, 2h.`,
      ])
  })

  it('limits the size of a webhook’s body', () => {
    expect(readConfig({ WEBHOOK_MAX_BYTES: '1048576' }).webhookMaxBytes).toBe(1_048_576)
    expect(refused({ WEBHOOK_MAX_BYTES: '1048577' })).toEqual([
      'WEBHOOK_MAX_BYTES=«1048577»: tiene que ser un número entre 1024 y 1048576.',
    ])
  })

  it('limits the rate of webhooks only if configured', () => {
    expect(readConfig({}).webhookRate).toBeUndefined()
    expect(readConfig({ WEBHOOK_RATE: '1' }).webhookRate).toBe(1)
    for (const value of ['0', '0.5', '10001', '-1', '5/s'])
      expect(refused({ WEBHOOK_RATE: value })).toEqual([
        `WEBHOOK_RATE=«${value}»: tiene que ser un número entre 1 y 10000.`,
      ])
  })

  it('never repeats a secret', () => {
    expect(refused({ SECRET_KEY: 'too short', DATABASE_URL: 'mysql://u:word@host/db' })).toEqual([
      'SECRET_KEY: tiene que tener 32 caracteres como mínimo.',
      'DATABASE_URL: tiene que empezar por postgres://.',
    ])
  })

  it('refuses ROLE without DATABASE_URL', () => {
    expect(refused({ ROLE: 'worker' })).toEqual([
      'ROLE=«worker»: sin DATABASE_URL solo puede ser all.',
    ])
    expect(refused({ ROLE: 'boss' })).toEqual(['ROLE=«boss»: tiene que ser all, web o worker.'])
  })

  it('requires SECRET_KEY with DATABASE_URL', () => {
    expect(refused({ DATABASE_URL: 'postgres://db.example/pregonero' })).toEqual([
      'SECRET_KEY: con DATABASE_URL hace falta, la misma para todos los procesos.',
    ])
  })
})

describe('secrets in files', () => {
  const secretKey = 'k'.repeat(32)
  const databaseUrl = 'postgres://ana:word@db.example/pregonero'
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'config-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  function file(name: string, content: string | Uint8Array): string {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }

  it('are read without byte order mark, spaces and line ends', () => {
    const SECRET_KEY_FILE = file('key', `\u{feff}${secretKey}\r\n`)
    const DATABASE_URL_FILE = file('address', ` ${databaseUrl}\n\n`)
    expect(readConfig({ SECRET_KEY_FILE, DATABASE_URL_FILE })).toMatchObject({
      secrets: { secretKey, databaseUrl },
      secretFiles: [SECRET_KEY_FILE, DATABASE_URL_FILE],
    })
    expect(readConfig({ ROLE: 'worker', SECRET_KEY_FILE, DATABASE_URL_FILE }).role).toBe('worker')
  })

  it('are ignored if the variable is empty', () => {
    expect(readConfig({ SECRET_KEY_FILE: '', DATABASE_URL_FILE: '' })).toEqual(readConfig({}))
  })

  it('are refused if the secret itself is set too', () => {
    const SECRET_KEY_FILE = file('key', secretKey)
    const DATABASE_URL_FILE = file('address', databaseUrl)
    expect(refused({ SECRET_KEY: secretKey, SECRET_KEY_FILE })).toEqual([
      'SECRET_KEY_FILE: ya está puesta SECRET_KEY. Deja solo una de las dos.',
    ])
    expect(
      refused({
        SECRET_KEY: secretKey,
        SECRET_KEY_FILE,
        DATABASE_URL: databaseUrl,
        DATABASE_URL_FILE,
      }),
    ).toHaveLength(2)
  })

  it.each([
    ['is empty', ' \n', 'el archivo está vacío'],
    ['has two lines', `${secretKey}\n${secretKey}`, 'el archivo tiene que tener una sola línea'],
    ['is too short', 'word', 'tiene que tener 32 caracteres como mínimo'],
    [
      'is no text',
      new Uint8Array([0xff, 0xfe, 0x6b, 0]),
      'el archivo tiene que ser texto en UTF-8',
    ],
    ['is too long', 'k'.repeat(8_193), 'el archivo supera los 8192 bytes'],
  ])('are refused if one %s', (_what, content, message) => {
    expect(refused({ SECRET_KEY_FILE: file('key', content) })).toEqual([
      `SECRET_KEY_FILE: ${message}.`,
    ])
  })

  it.skipIf(process.platform !== 'linux')('are read up to 8,192 bytes', () => {
    expect(refused({ SECRET_KEY_FILE: '/dev/zero' })).toEqual([
      'SECRET_KEY_FILE: el archivo supera los 8192 bytes.',
    ])
  })

  it('are refused if unreadable or invalid, without repeating a secret', () => {
    expect(
      refused({
        SECRET_KEY_FILE: secretKey,
        DATABASE_URL_FILE: folder,
      }),
    ).toEqual([
      'SECRET_KEY_FILE: no se puede leer ese archivo (ENOENT).',
      'DATABASE_URL_FILE: no se puede leer ese archivo (EISDIR).',
    ])
    expect(
      refused({ DATABASE_URL_FILE: file('address', 'mysql://ana:word@db.example/x') }),
    ).toEqual(['DATABASE_URL_FILE: tiene que empezar por postgres://.'])
  })
})
