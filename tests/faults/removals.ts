import { until } from '../support/until.ts'
import { assertKept } from './support/assert-kept.ts'
import type { Fault, Kept } from './support/fault.ts'
import { burst } from './support/line.ts'
import { type Stage, setStage } from './support/stage.ts'
import { asChild } from './support/start-server.ts'

/** More alerts than fail in one transaction. */
const ALERTS = 600

/** The flood wait of the chat, in seconds. */
const PAUSE = 40

export const removalFaults: readonly Fault[] = [
  {
    name: `killed while a connection with ${ALERTS} pending is deleted, which an import brings back`,
    run: pace =>
      failAll(pace, async ({ restart, trader: { api } }, { lift }) => {
        const file = await api.data.exportAll()
        for (const { id } of await api.connections.list()) await api.connections.remove({ id })
        await restart()
        await api.data.importAll(file)
        lift()
      }),
  },
  {
    name: `killed while ${ALERTS} fail with their chat, which works again`,
    run: pace =>
      failAll(pace, async ({ restart, botApi, trader: { api } }, { lift, chatId }) => {
        const description = 'Forbidden: bot was blocked by the user'
        const refusal = { kind: 'refusal', status: 403, description } as const
        const block = botApi.fail({ chatId }, refusal)
        lift()
        await until('it is told', async () => (await api.notifications.list()).length > 0)
        await restart()
        block.lift()
      }),
  },
]

/** Checks that every waiting alert fails and every later one arrives. */
async function failAll(
  pace: number,
  remove: (stage: Stage, held: { chatId: string; lift: () => void }) => Promise<void>,
): Promise<Kept> {
  await using stage = await setStage(asChild(pace))
  const line = await stage.openLine()
  const { chatId } = line
  const { lift } = stage.botApi.fail({ chatId }, { kind: 'flood', retryAfter: PAUSE })
  const at20 = Array.from({ length: 20 }, () => line)
  await burst(at20, ALERTS / at20.length)
  const failing = line.acknowledged.map(({ alert }) => alert)
  await remove(stage, { chatId, lift })
  await line.post()
  return await assertKept(stage, { failing, kills: 1 })
}
