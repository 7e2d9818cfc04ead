/** Scenes that together exercise every write of the line. */
import { setTimeout as pause } from 'node:timers/promises'
import { BATCH_SIZE } from '#server/store/engine/batches.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { insertAlerts } from '#server/store/rows/alerts.ts'
import { DAY_MS } from '#shared/limits.ts'
import type { ConnectionDraft } from '#shared/model/connection.ts'
import type { BotApi } from '../../support/bot-api/bot-api.ts'
import type { Fault, FaultTarget } from '../../support/bot-api/faults.ts'
import { alertRow } from '../../support/rows.ts'
import type { Trader } from '../../support/trader.ts'
import { until } from '../../support/until.ts'
import { burst, type Line } from './line.ts'

/** Stage of a scene: its server may die at any moment, and comes back. */
export type Ground = {
  botApi: BotApi
  trader: Trader
  openLine: (draft?: Partial<ConnectionDraft>) => Promise<Line>
  /** Runs `work` on the database alongside the server. */
  beside: <T>(work: (db: Database) => Promise<T>) => Promise<T>
}

export type Scene = {
  name: string
  /** Some of its alerts may fail. */
  mayFail?: true
  /** Alerts of its lines may be deleted; deleted ones are not checked. */
  mayGo?: true
  /** @returns the lines and the scene's action */
  set: (ground: Ground) => Promise<{ lines: Line[]; play: () => Promise<void> }>
}

/** Long enough, in seconds, for all alerts of a scene to reach their lane. */
const HOLD = { kind: 'flood', retryAfter: 4 } as const
const PAGE = { kind: 'page', status: 502 } as const
const refusal = (status: number, description: string) =>
  ({ kind: 'refusal', status, description }) as const
const BLOCKED = refusal(403, 'Forbidden: bot was blocked by the user')

/** A line whose first requests meet these faults one after the other; then runs `more`. */
function meeting(
  faults: readonly Fault[],
  posts: readonly string[],
  more: (ground: Ground, line: Line) => Promise<void> = async () => {},
): Scene['set'] {
  return async ground => {
    const line = await ground.openLine()
    return {
      lines: [line],
      async play() {
        meet(ground, { chatId: line.chatId }, faults)
        for (const words of posts) await line.post(words)
        await more(ground, line)
      },
    }
  }
}

function meet({ botApi }: Ground, target: FaultTarget, faults: readonly Fault[]): void {
  for (const fault of faults) botApi.fail({ ...target, times: 1 }, fault)
}

const NO_TOPIC = refusal(400, 'Bad Request: message thread not found')
const TOO_LONG = refusal(400, 'Bad Request: message is too long')
const THREE = ['', '', '']
const LONG = ['x '.repeat(5_000)]

export const scenes: readonly Scene[] = [
  { name: 'one alert to a free lane', set: meeting([], ['']) },
  { name: 'a burst', set: meeting([HOLD], [...THREE, ...THREE]) },
  { name: 'a long flood wait', set: meeting([{ kind: 'flood', retryAfter: 65 }], ['', '']) },
  { name: 'no answer', set: meeting([HOLD, PAGE], THREE) },
  {
    name: 'no answer to what arrived',
    set: meeting([HOLD, { kind: 'reset', stored: true }], THREE),
  },
  {
    name: 'no answer three times',
    mayFail: true,
    async set(ground) {
      // Another lane of the bot is answered all the time, so that there is no outage.
      const telegramBotToken = ground.botApi.addBot().token
      const [line, other] = [
        await ground.openLine({ telegramBotToken }),
        await ground.openLine({ telegramBotToken }),
      ]
      return {
        lines: [line, other],
        async play() {
          const hold = ground.botApi.fail({ chatId: line.chatId }, PAGE)
          await line.post()
          for (let n = 0; n < 6; n += 1) {
            await other.post()
            await pause(60)
          }
          hold.lift()
        },
      }
    },
  },
  { name: 'a message of several parts', set: meeting([], LONG) },
  {
    name: 'parts without their formatting',
    set: meeting([refusal(400, "Bad Request: can't parse entities")], LONG),
  },
  {
    name: 'without its preview',
    set: meeting([refusal(400, 'Bad Request: webpage_media_empty')], ['']),
  },
  { name: 'parts without their buttons', set: withoutButtons },
  {
    name: 'a group without its buttons',
    set: meeting([HOLD, refusal(400, 'Bad Request: REPLY_MARKUP_INVALID')], THREE),
  },
  {
    name: 'a group that is refused and taken apart',
    mayFail: true,
    set: meeting(
      [
        HOLD,
        refusal(400, 'Bad Request: something new'),
        refusal(400, 'Bad Request: something new'),
      ],
      THREE,
    ),
  },
  { name: 'a dead chat, and all sent again', mayFail: true, set: deadAndSentAgain },
  {
    name: 'a dead token',
    mayFail: true,
    set: meeting([HOLD, refusal(401, 'Unauthorized'), refusal(401, 'Unauthorized')], THREE),
  },
  {
    name: 'a dead topic',
    mayFail: true,
    set: meeting([HOLD, NO_TOPIC, NO_TOPIC], THREE),
  },
  { name: 'a topic that is refused in passing', set: meeting([HOLD, NO_TOPIC], THREE) },
  { name: 'a message that is split anew', set: meeting([TOO_LONG], ['🚀'.repeat(4_000)]) },
  { name: 'a group that becomes a supergroup', set: migrating },
  { name: 'a bot that is not answered', mayFail: true, set: unanswered },
  { name: 'a dead chat that more wait for than a batch holds', mayFail: true, set: deadWithMany },
  {
    name: 'switched off',
    mayFail: true,
    set: meeting([HOLD], THREE, async ({ trader: { api } }, line) => {
      await edit(api, line, { isActive: false })
      await line.post()
    }),
  },
  {
    name: 'another chat while alerts wait',
    set: meeting([HOLD], THREE, async ({ trader: { api }, botApi }, line) => {
      const telegramChatId = `7${line.chatId}`
      botApi.addChat({ id: Number(telegramChatId), type: 'private' })
      await edit(api, line, { telegramChatId })
      await line.post()
    }),
  },
  {
    name: 'alerts deleted while they wait',
    mayGo: true,
    set: meeting([HOLD], THREE, async ({ trader: { api } }, line) => {
      const filter = await ofLine(api, line)
      await persistently(() => api.alerts.deleteMany({ filter, before: new Date().toISOString() }))
    }),
  },
  {
    name: 'a connection deleted while alerts wait',
    mayFail: true,
    set: meeting([HOLD], THREE, async ({ trader: { api } }, line) => {
      const { id } = await connectionOf(api, line)
      await persistently(() => api.connections.remove({ id }))
    }),
  },
  {
    name: 'alerts that have waited for more than a day',
    mayFail: true,
    set: meeting([HOLD], THREE, waitForLong),
  },
  {
    name: 'alerts that are kept no longer',
    set: meeting([], THREE, async (ground, line) => {
      const { api } = ground.trader
      await receiveLongAgo(ground, line)
      await persistently(() => api.profile.update({ historyDays: 30 }))
      await persistently(() => api.profile.update({ historyDays: null }))
    }),
  },
  {
    name: 'counted and searched',
    set: meeting([], ['', ''], ({ beside }) =>
      until('what was noted is added up', async () => {
        const noted = await beside(db => db.selectFrom('count_changes').select('seq').execute())
        return noted.length === 0
      }),
    ),
  },
  {
    name: 'paused, and going on',
    set: meeting([HOLD], THREE, async ({ trader: { api } }, line) => {
      await persistently(() => api.queue.pause({}))
      await line.post()
      const { items } = (await persistently(() => api.queue.list({}))) ?? { items: [] }
      for (const { id: laneId } of items) await persistently(() => api.queue.pause({ laneId }))
      await persistently(() => api.queue.resume({}))
    }),
  },
  {
    name: 'dropped while alerts wait',
    mayFail: true,
    set: meeting([HOLD], THREE, async ({ trader: { api } }, line) => {
      await persistently(() => api.queue.drop({ before: new Date().toISOString() }))
      await line.post()
    }),
  },
  {
    name: 'an address replaced while alerts wait',
    set: meeting([HOLD], THREE, async ({ trader: { api } }, line) => {
      const { id } = await connectionOf(api, line)
      await persistently(() => api.addresses.create({ id }))
      await line.post()
      line.moveTo((await connectionOf(api, line)).webhookUrl)
      await line.post()
      await persistently(() => api.addresses.remove({ id, address: id }))
      await line.post()
    }),
  },
]

let groups = 6_000

/** Buttons are under the last part, which Telegram refuses. */
async function withoutButtons(ground: Ground) {
  const line = await ground.openLine()
  return {
    lines: [line],
    async play() {
      const last = { chatId: line.chatId, text: 'último' }
      meet(ground, last, [refusal(400, 'Bad Request: BUTTON_COPY_TEXT_INVALID')])
      await line.post(`${LONG} último`)
    },
  }
}

async function migrating(ground: Ground) {
  groups += 1
  const { botApi } = ground
  const group = botApi.addChat({ id: -groups, type: 'group' })
  const line = await ground.openLine({ telegramChatId: String(group.id) })
  return {
    lines: [line],
    async play() {
      meet(ground, { chatId: line.chatId }, [HOLD])
      for (const words of THREE) await line.post(words)
      const { id } = botApi.addChat({ id: -1_000_000_000_000 - groups, type: 'supergroup' })
      group.migratedTo = id
    },
  }
}

/** An outage of a bot until some alerts have failed or all are settled. */
async function unanswered(ground: Ground) {
  const telegramBotToken = ground.botApi.addBot().token
  const lines = [
    await ground.openLine({ telegramBotToken }),
    await ground.openLine({ telegramBotToken }),
  ]
  return {
    lines,
    async play() {
      const hold = ground.botApi.fail({ token: telegramBotToken }, PAGE)
      await burst(lines, 2)
      await someFail(ground.trader.api, lines[0] as Line)
      await burst(lines, 1)
      hold.lift()
    },
  }
}

/** The chat dies once all alerts wait: one that failed earlier would arrive out of order when resent. */
async function deadAndSentAgain(ground: Ground) {
  const line = await ground.openLine()
  const { api } = ground.trader
  return {
    lines: [line],
    async play() {
      const { lift } = ground.botApi.fail({ chatId: line.chatId }, HOLD)
      for (const words of THREE) await line.post(words)
      meet(ground, { chatId: line.chatId }, [BLOCKED])
      lift()
      await someFail(api, line)
      const filter = await ofLine(api, line)
      await persistently(() => api.alerts.resendMany({ filter, before: new Date().toISOString() }))
    },
  }
}

async function deadWithMany(ground: Ground) {
  const line = await ground.openLine()
  const { lift } = ground.botApi.fail({ chatId: line.chatId }, { ...HOLD, retryAfter: 40 })
  const at20 = Array.from({ length: 20 }, () => line)
  await burst(at20, Math.ceil((BATCH_SIZE + 20) / at20.length))
  return {
    lines: [line],
    async play() {
      meet(ground, { chatId: line.chatId }, [])
      const block = ground.botApi.fail({ chatId: line.chatId, times: 1 }, BLOCKED)
      lift()
      await someFail(ground.trader.api, line)
      block.lift()
      await line.post()
    },
  }
}

type Api = Trader['api']

const connectionOf = async (api: Api, { name }: Line) => {
  const all = (await persistently(() => api.connections.list())) ?? []
  const found = all.find(connection => connection.name === name)
  if (!found) throw new Error(`no connection is called ${name}`)
  return found
}

const ofLine = async (api: Api, line: Line) => ({
  connectionId: (await connectionOf(api, line)).id,
})

/** Waits until some of its alerts have failed, or all are settled. */
async function someFail(api: Api, line: Line): Promise<void> {
  const filter = await ofLine(api, line)
  const count = async (status: 'failed' | 'pending') =>
    (await persistently(() => api.alerts.list({ ...filter, status })))?.total ?? 0
  await until(
    'some have failed',
    async () => (await count('failed')) > 0 || (await count('pending')) === 0,
  )
}

async function edit(
  api: Api,
  line: Line,
  change: { isActive: boolean } | { telegramChatId: string },
): Promise<void> {
  const { id } = await connectionOf(api, line)
  await persistently(() => api.connections.update({ id, ...change }))
}

/** Marks the alerts as resent two days ago. */
async function waitForLong({ beside }: Ground, { acknowledged }: Line): Promise<void> {
  const ids = acknowledged.map(({ alertId }) => alertId)
  const resent_at = Date.now() - 2 * DAY_MS
  await beside(db => db.updateTable('alerts').set({ resent_at }).where('id', 'in', ids).execute())
}

/** Inserts an alert of the line from 40 days ago, older than the shortest retention. */
async function receiveLongAgo({ beside, trader: { api } }: Ground, line: Line): Promise<void> {
  const { id: connection_id } = await connectionOf(api, line)
  await beside(async db => {
    const { user_id } = await db
      .selectFrom('connections')
      .select('user_id')
      .where('id', '=', connection_id)
      .executeTakeFirstOrThrow()
    const old = alertRow({
      user_id,
      connection_id,
      received_at: Date.now() - 40 * DAY_MS,
      status: 'failed',
    })
    await transaction(db, trx => insertAlerts(trx, [old]))
  })
}

/** Calls until the server answers. @returns undefined if it refuses, as it does a repeated call */
export async function persistently<T>(call: () => Promise<T>): Promise<T | undefined> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (error instanceof Error && 'status' in error && Number(error.status) < 500)
        return undefined
      await pause(20)
    }
  }
}
