import { openStore } from '#server/store/open-store.ts'
import { type BotApi, startBotApi } from '../../support/bot-api/bot-api.ts'
import { startPostgres } from '../../support/postgres.ts'
import { signUp, type Trader } from '../../support/trader.ts'
import { startClusterProcess } from './cluster-process.ts'
import { Line } from './line.ts'

export type ClusterOptions = {
  /** How many times faster than in real life the delivery's delays run. */
  pace: number
  bots: number
  /** Private chats of each bot, each with a line of its own. */
  chats: number
  /** Alerts a second on all lines together. */
  rate: number
  /** Puts a pooler in front of the database. @returns the URL for the processes */
  reachBy?: (databaseUrl: string) => Promise<string>
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** Telegram answers slowly: at any moment this share of the chats has a message in flight. */
const SHARE_IN_FLIGHT = 0.2

/** Three workers and two web processes on one PostgreSQL, a Bot API double, and a trader with lines. */
export async function startCluster({
  pace,
  bots,
  chats,
  rate,
  reachBy = async url => url,
}: ClusterOptions) {
  await using open = new AsyncDisposableStack()
  const postgres = open.use(await startPostgres())
  const databaseUrl = await postgres.createDatabase()
  const botApi = open.use(await startBotApi())
  const env = {
    DATABASE_URL: await reachBy(databaseUrl),
    TELEGRAM_API_ROOT: botApi.root,
    SECRET_KEY: 'what all processes of the cluster share',
  }
  const start = async (role: 'web' | 'worker', number: number) =>
    open.use(await startClusterProcess(`${role}-${number}`, { role, env, pace }))
  const [workers, webs] = await Promise.all([
    Promise.all([start('worker', 1), start('worker', 2), start('worker', 3)]),
    Promise.all([start('web', 1), start('web', 2)]),
  ])
  const origins = webs.map(({ origin }) => origin)
  const trader = await signUpBeside(databaseUrl, webs[0].origin)
  const lines = await openLines(bots * chats, { trader, botApi, bots, origins })
  const interval = (1_000 * lines.length) / rate
  botApi.fail({ method: 'sendMessage' }, { kind: 'delay', ms: interval * SHARE_IN_FLIGHT })

  const held = open.move()
  return {
    pace,
    /** Between two alerts of a line, milliseconds. */
    interval,
    postgres,
    botApi,
    trader,
    lines,
    workers,
    webs,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

async function signUpBeside(databaseUrl: string, url: string): Promise<Trader> {
  await using store = await openStore({ databaseUrl })
  return await signUp({ app: store, url })
}

type Openers = { trader: Trader; botApi: BotApi; bots: number; origins: readonly string[] }

/** Neighbouring lines have different bots and begin with different web processes. */
async function openLines(
  count: number,
  { trader, botApi, bots, origins }: Openers,
): Promise<Line[]> {
  const { id: templateId } = await trader.api.templates.create({
    name: 'Alerta',
    content: '*{{alert}}*',
  })
  const tokens = Array.from({ length: bots }, () => botApi.addBot().token)
  const lines: Line[] = []
  while (lines.length < count) {
    const number = lines.length
    const name = `L${number + 1}`
    const telegramBotToken = tokens[number % bots] ?? ''
    const connection = await trader.connect(botApi, { name, templateId, telegramBotToken })
    lines.push(new Line(name, connection, number % 2 === 0 ? origins : origins.toReversed()))
  }
  return lines
}
