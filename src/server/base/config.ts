/** Reads and checks Pregonero's environment variables. Other modules receive their values as `Config`. */

import { isIP } from 'node:net'
import { z } from 'zod'
import type { Environment } from './environment.ts'
import { StartError } from './errors.ts'
import { readTimeZone } from './machine-zone.ts'
import { outgoingProxy } from './outgoing-proxy.ts'
import { readSecretFile } from './secret-file.ts'

export type Config = {
  /** Address and port to listen on. */
  host: string
  port: number
  /** Origin at which browsers and TradingView reach this server, without a slash at the end. */
  publicUrl: string
  dataDir: string
  /** Work of this process: `web` answers requests, `worker` delivers, `all` does both. */
  role: 'all' | 'web' | 'worker'
  delivery: 'telegram' | 'simulated'
  /** Root of the Bot API, without a slash at the end. */
  telegramApiRoot: string
  /** Messages a second of a bot, over all its chats. */
  telegramBotRate: number
  /** How long an alert waits while Telegram does not answer, in milliseconds; 0: three attempts only. */
  deliveryOutageWindow: number
  webhookMaxBytes: number
  /** Max webhooks per second and connection; undefined: unlimited. */
  webhookRate: number | undefined
  /** Number of proxies whose `X-Forwarded-For` is trusted. */
  trustProxy: number
  registration: 'closed' | 'open'
  /** Number of daily backups to keep; 0 makes no backups. */
  backupKeep: number
  /** IANA name of the time zone in messages of accounts that have not set their own. */
  timeZone: string
  /** Spanish reason why UTC is used as a fallback; null if the zone was chosen or is the machine's. */
  timeZoneTrouble: string | null
  /** Spanish fault of a configured proxy, which is then not used; null if it is used, or not needed, or not set. */
  proxyTrouble: string | null
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
  /** Separate, so that all other fields can be shown. The database's address holds its password. */
  secrets: {
    secretKey: string | undefined
    databaseUrl: string | undefined
    /** Bearer token that `/metrics` requires; undefined: only loopback clients are answered. */
    metricsToken?: string | undefined
    /** Proxy for requests to the Bot API; undefined: direct connection. */
    proxy?: string | undefined
  }
  /** Paths of the files from which secrets were read. */
  secretFiles: readonly string[]
}

/** Every mistake in the environment, one line each. */
export class ConfigError extends StartError {
  override name = 'ConfigError'
}

const secretKey = z.string().min(32, 'tiene que tener 32 caracteres como mínimo')
const databaseUrl = text(isDatabaseAddress, 'tiene que empezar por postgres://')

const variables = z.object({
  PORT: wholeNumber(1, 65_535).default(8080),
  HOST: text(isHost, 'tiene que ser una dirección IP o el nombre de una máquina').default(
    '127.0.0.1',
  ),
  PUBLIC_URL: text(
    isOrigin,
    'tiene que empezar por http:// o https:// y no llevar ruta ni parámetros',
  )
    .transform(value => new URL(value).origin)
    .optional(),
  DATA_DIR: z.string().default('./data'),
  SECRET_KEY: secretKey.optional(),
  SECRET_KEY_FILE: contentOfFile().pipe(secretKey).optional(),
  DELIVERY: oneOf('telegram', 'simulated').default('telegram'),
  TELEGRAM_API_ROOT: text(
    isWebAddress,
    'tiene que empezar por http:// o https:// y no llevar parámetros ni contraseña',
  )
    .transform(value => new URL(value).href.replace(/\/+$/, ''))
    .default('https://api.telegram.org'),
  TELEGRAM_BOT_RATE: wholeNumber(1, 1_000).default(30),
  DELIVERY_OUTAGE_WINDOW: text(isDuration, 'tiene que ser 0 o un tiempo hasta 24 h: 90s, 15m, 2h')
    .transform(inMilliseconds)
    .default(15 * 60_000),
  WEBHOOK_MAX_BYTES: wholeNumber(1024, 1_048_576).default(65_536),
  WEBHOOK_RATE: wholeNumber(1, 10_000).optional(),
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  REGISTRATION: oneOf('closed', 'open').default('closed'),
  BACKUP_KEEP: wholeNumber(0, 1_000).default(7),
  LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_URL_FILE: contentOfFile().pipe(databaseUrl).optional(),
  ROLE: oneOf('all', 'web', 'worker').default('all'),
  METRICS_TOKEN: text(
    isBearerToken,
    'tiene que tener entre 16 y 200 letras, cifras o -._~+/=',
  ).optional(),
  TZ: z.string().optional(),
  HTTPS_PROXY: z.string().optional(),
  HTTP_PROXY: z.string().optional(),
  ALL_PROXY: z.string().optional(),
  NO_PROXY: z.string().optional(),
})

/** Variables that are secrets, whose values are not repeated in messages. */
export const secretNames: readonly string[] = ['SECRET_KEY', 'DATABASE_URL', 'METRICS_TOKEN']

/** Secrets that can be read from a file, whose path is in the variable with the suffix `_FILE`. */
const namesOfFiles: readonly string[] = ['SECRET_KEY', 'DATABASE_URL']
const inFile = (name: string): string => `${name}_FILE`

/** The variables that this version reads. */
export const variableNames: readonly string[] = Object.keys(variables.shape)

/** Proxy variables, common to all programs of a machine and also valid in lower case. */
export const proxyNames: readonly string[] = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY']

/** @throws ConfigError that names every wrong variable, its value and what is allowed. */
export function readConfig(env: Environment): Config {
  const { config, mistakes } = readWhatHolds(env)
  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'))
  return config
}

/** Configuration as if invalid variables were not set, and the mistakes, one line each. */
export function readWhatHolds(env: Environment): { config: Config; mistakes: string[] } {
  const read = variables.safeParse(onlyKnown(env))
  if (!read.success) {
    const { issues } = read.error
    const wrong = issues.map(({ path }) => [String(path[0]), undefined])
    const { config } = readWhatHolds({ ...env, ...Object.fromEntries(wrong) })
    return { config, mistakes: issues.map(issue => mistake(issue, env)) }
  }
  const values = read.data
  const mistakes = namesOfFiles
    .filter(name => env[name] && env[inFile(name)])
    .map(name => `${inFile(name)}: ya está puesta ${name}. Deja solo una de las dos.`)
  const { proxy, trouble: proxyTrouble } = outgoingProxy(
    {
      https: values.HTTPS_PROXY,
      http: values.HTTP_PROXY,
      all: values.ALL_PROXY,
      no: values.NO_PROXY,
    },
    values.TELEGRAM_API_ROOT,
  )
  const secrets = {
    secretKey: values.SECRET_KEY ?? values.SECRET_KEY_FILE,
    databaseUrl: values.DATABASE_URL ?? values.DATABASE_URL_FILE,
    metricsToken: values.METRICS_TOKEN,
    proxy,
  }
  if (mistakes.length === 0 && secrets.databaseUrl && !secrets.secretKey)
    mistakes.push('SECRET_KEY: con DATABASE_URL hace falta, la misma para todos los procesos.')
  if (mistakes.length === 0 && values.ROLE !== 'all' && !secrets.databaseUrl)
    mistakes.push(`ROLE=«${values.ROLE}»: sin DATABASE_URL solo puede ser all.`)
  const config: Config = {
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    dataDir: values.DATA_DIR,
    role: values.ROLE,
    delivery: values.DELIVERY,
    telegramApiRoot: values.TELEGRAM_API_ROOT,
    telegramBotRate: values.TELEGRAM_BOT_RATE,
    deliveryOutageWindow: values.DELIVERY_OUTAGE_WINDOW,
    webhookMaxBytes: values.WEBHOOK_MAX_BYTES,
    webhookRate: values.WEBHOOK_RATE,
    trustProxy: values.TRUST_PROXY,
    registration: values.REGISTRATION,
    backupKeep: values.BACKUP_KEEP,
    ...readTimeZone(values.TZ),
    proxyTrouble,
    logLevel: values.LOG_LEVEL,
    secrets,
    secretFiles: namesOfFiles.flatMap(name => env[inFile(name)] || []),
  }
  return { config, mistakes }
}

/** Lower-case proxy names take precedence, as in other programs. */
function onlyKnown(env: Environment): Environment {
  const set = (name: string) => (proxyNames.includes(name) && env[name.toLowerCase()]) || env[name]
  return Object.fromEntries(variableNames.map(name => [name, set(name) || undefined]))
}

function mistake({ path, message }: z.core.$ZodIssue, env: Environment): string {
  const name = String(path[0])
  // The variable for the path may contain the secret itself by mistake.
  const isSecret = secretNames.includes(name) || namesOfFiles.map(inFile).includes(name)
  const shown = isSecret ? name : `${name}=«${withoutUser(env[name] ?? '')}»`
  return `${shown}: ${message}.`
}

/** Removes user and password from an address, also from one too broken to parse. */
const withoutUser = (address: string): string => address.replace(/^(https?:\/\/)?.*@/is, '$1…@')

function wholeNumber(least: number, most: number) {
  const allowed = (value: string) =>
    /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most
  return text(allowed, `tiene que ser un número entre ${least} y ${most}`).transform(Number)
}

function oneOf<const Value extends string>(...values: readonly Value[]) {
  const list = new Intl.ListFormat('es', { type: 'disjunction' }).format(values)
  return z.enum(values, `tiene que ser ${list}`)
}

/** Reads the file whose path the variable holds, and yields its content. */
function contentOfFile() {
  return z.string().transform((path, { addIssue }) => {
    const file = readSecretFile(path)
    if ('content' in file) return file.content
    addIssue(file.trouble)
    return z.NEVER
  })
}

function text(allowed: (value: string) => boolean, message: string) {
  return z.string().refine(allowed, message)
}

const DURATION = /^(\d{1,6})([smh])$/
const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000 }
const LONGEST_DURATION_MS = 24 * 3_600_000

function isDuration(value: string): boolean {
  return value === '0' || (DURATION.test(value) && inMilliseconds(value) <= LONGEST_DURATION_MS)
}

function inMilliseconds(value: string): number {
  const [, count = '0', unit = 's'] = DURATION.exec(value) ?? []
  return Number(count) * (UNITS[unit] ?? 0)
}

function isHost(value: string): boolean {
  return isIP(value) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value)
}

/** True for 16 to 200 characters that are valid after `Authorization: Bearer`. */
function isBearerToken(value: string): boolean {
  return /^[\w.~+/=-]{16,200}$/.test(value)
}

function isDatabaseAddress(value: string): boolean {
  return ['postgres:', 'postgresql:'].includes(URL.parse(value)?.protocol ?? '')
}

function isOrigin(value: string): boolean {
  return isWebAddress(value) && new URL(value).pathname === '/'
}

function isWebAddress(value: string): boolean {
  const url = URL.parse(value)
  return (
    url !== null &&
    ['http:', 'https:'].includes(url.protocol) &&
    !/[?#]/.test(value) &&
    url.username === '' &&
    url.password === ''
  )
}
