import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StorePlace } from '#server/store/open-store.ts'
import { apiOf, PASSWORD, signIn, type Trader } from '../../tests/support/trader.ts'
import type { Target } from './post-alerts.ts'
import { type Command, type Running, startProcess } from './start-process.ts'

export type Route = { token: string; chatId: string }

export type Pregonero = Running & {
  target: Target
  trader: Pick<Trader, 'api' | 'cookie'>
  place: StorePlace
}

/** Private chats, spread evenly over the bots. */
export const privateChats = ({ bots, chats }: { bots: number; chats: number }): Route[] =>
  Array.from({ length: chats }, (_, nth) => ({
    token: `${7_000_000_001 + (nth % bots)}:${'A'.padEnd(35, 'bot')}`,
    chatId: String(500_001 + nth),
  }))

/** Target of a bare forwarder to these chats. */
export const bareTarget = (port: number, routes: readonly Route[]): Target => ({
  port,
  paths: routes.map(({ token, chatId }) => `/${token}/${chatId}`),
})

/**
 * Pregonero as separate processes, with an account that has a connection to each of the chats, all
 * with the first of the default templates. Its process fields are those of the process that takes
 * requests.
 * @param options.groupBursts whether waiting alerts are sent together
 * @param options.databaseUrl of an empty PostgreSQL database; a SQLite file without it
 * @param options.workers number of delivering processes; with 0 the first process delivers too
 * @param options.server runs instead of the current product
 */
export async function startPregonero({
  apiRoot,
  routes,
  rateLimits = true,
  groupBursts = true,
  databaseUrl,
  workers = 0,
  server = rateLimits ? 'pregonero' : 'unlimited-server',
  env = {},
}: {
  apiRoot: string
  routes: readonly Route[]
  rateLimits?: boolean
  groupBursts?: boolean
  databaseUrl?: string
  workers?: number
  server?: 'pregonero' | 'unlimited-server' | Command
  env?: Record<string, string>
}): Promise<Pregonero> {
  await using open = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'pregonero-bench-'))
  open.defer(() => rm(dataDir, { recursive: true, force: true }))
  const place = databaseUrl ? { databaseUrl } : { dataDir }
  const start = (ROLE: 'all' | 'web' | 'worker') =>
    startProcess(server, {
      ...environmentOf(place),
      TELEGRAM_API_ROOT: apiRoot,
      LOG_LEVEL: 'info',
      REGISTRATION: 'open',
      ROLE,
      ...env,
    })
  const running = open.use(await start(workers > 0 ? 'web' : 'all'))
  for (let nth = 0; nth < workers; nth += 1) open.use(await start('worker'))
  const trader = await register(running.root)
  const paths = await connect(trader, routes, { groupBursts })
  const target = { port: running.port, paths }
  const held = open.move()
  return { ...running, target, trader, place, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

/** Environment of a server with this place. */
export const environmentOf = (place: StorePlace): Record<string, string> =>
  'dataDir' in place
    ? { DATA_DIR: place.dataDir }
    : { DATABASE_URL: place.databaseUrl, SECRET_KEY: 'a secret key of thirty-two letters' }

const EMAIL = 'marta@example.com'

/** Registers like a visitor, so that the database stays as this server makes it. */
async function register(url: string): Promise<Pregonero['trader']> {
  await apiOf(url, '').registration.create({ email: EMAIL, password: PASSWORD })
  const cookie = await signIn(url, EMAIL)
  return { api: apiOf(url, cookie), cookie }
}

/** @returns the paths of the webhooks */
async function connect(
  { api }: Pregonero['trader'],
  routes: readonly Route[],
  options: { groupBursts: boolean },
): Promise<string[]> {
  const paths: string[] = []
  for (const { token, chatId } of routes) {
    const { webhookUrl } = await api.connections.create({
      name: `Chat ${chatId}`,
      telegramBotToken: token,
      telegramChatId: chatId,
      templateId: 'default-signal',
      ...options,
    })
    paths.push(new URL(webhookUrl).pathname)
  }
  return paths
}
