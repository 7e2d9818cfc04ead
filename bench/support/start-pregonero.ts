import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type StorePlace } from '#server/store/open-store.ts'
import { signUp, type Trader } from '../../tests/support/trader.ts'
import type { Target } from './post-alerts.ts'
import { type Running, startProcess } from './start-process.ts'

export type Route = { token: string; chatId: string }

/** Private chats, spread evenly over the bots. */
export const privateChats = ({ bots, chats }: { bots: number; chats: number }): Route[] =>
  Array.from({ length: chats }, (_, nth) => ({
    token: `${7_000_000_001 + (nth % bots)}:${'A'.padEnd(35, 'bot')}`,
    chatId: String(500_001 + nth),
  }))

/** Where a bare forwarder sends to these chats. */
export const bareTarget = (port: number, routes: readonly Route[]): Target => ({
  port,
  paths: routes.map(({ token, chatId }) => `/${token}/${chatId}`),
})

/**
 * Pregonero as a process of its own, with an account that has a connection to each of the chats, all
 * with the first of the default templates.
 * @param options.databaseUrl of an empty PostgreSQL database; a SQLite file without it
 * @param options.workers how many processes deliver; without any the first does it as well
 */
export async function startPregonero({
  apiRoot,
  routes,
  rateLimits = true,
  databaseUrl,
  workers = 0,
}: {
  apiRoot: string
  routes: readonly Route[]
  rateLimits?: boolean
  databaseUrl?: string
  workers?: number
}): Promise<Running & { target: Target; trader: Trader; place: StorePlace }> {
  await using open = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'pregonero-bench-'))
  open.defer(() => rm(dataDir, { recursive: true, force: true }))
  const start = (ROLE: 'all' | 'web' | 'worker') =>
    startProcess(rateLimits ? 'pregonero' : 'unlimited-server', {
      ...(databaseUrl ? { DATABASE_URL: databaseUrl, SECRET_KEY } : { DATA_DIR: dataDir }),
      TELEGRAM_API_ROOT: apiRoot,
      LOG_LEVEL: 'info',
      ROLE,
    })
  const running = open.use(await start(workers > 0 ? 'web' : 'all'))
  for (let nth = 0; nth < workers; nth += 1) open.use(await start('worker'))
  const place = databaseUrl ? { databaseUrl } : { dataDir }
  const { trader, paths } = await connect(place, running.root, routes)
  const target = { port: running.port, paths }
  const held = open.move()
  return { ...running, target, trader, place, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

const SECRET_KEY = 'a secret key of thirty-two letters'

/** @returns the paths of the webhooks, and whose they are */
async function connect(
  place: StorePlace,
  url: string,
  routes: readonly Route[],
): Promise<{ trader: Trader; paths: readonly string[] }> {
  await using store = await openStore(place)
  const trader = await signUp({ app: store, url })
  const paths: string[] = []
  for (const { token, chatId } of routes) {
    const { webhookUrl } = await trader.api.connections.create({
      name: `Chat ${chatId}`,
      telegramBotToken: token,
      telegramChatId: chatId,
      templateId: 'default-signal',
    })
    paths.push(new URL(webhookUrl).pathname)
  }
  return { trader, paths }
}
