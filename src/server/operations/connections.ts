import { ORPCError } from '@orpc/server'
import { newConnectionId } from '#server/base/ids.ts'
import type { SecretBox } from '#server/base/secrets.ts'
import type { Live } from '#server/live/live.ts'
import { countByConnection, latestDeliveryTimes } from '#server/store/alerts.ts'
import {
  type ConnectionRow,
  deleteConnection,
  insertConnection,
  listConnections,
  readConnection,
  updateConnection,
} from '#server/store/connections.ts'
import { deliveriesOfConnections, moveDeliveriesOfConnection } from '#server/store/deliveries.ts'
import { failDeliveries } from '#server/store/delivery-outcomes.ts'
import { type Owner, ownerTransaction } from '#server/store/owner.ts'
import { completeSetUp } from '#server/store/profiles.ts'
import { firstTemplate, readTemplate } from '#server/store/templates.ts'
import type { Telegram } from '#server/telegram/telegram.ts'
import { notFound } from '#shared/contract/errors.ts'
import type { Connection } from '#shared/model/connection.ts'
import { connectionStats, percentile } from '#shared/statistics.ts'
import { byName } from './by-name.ts'
import {
  botIdOf,
  changedColumns,
  chatColumns,
  optionColumns,
  optionsOf,
  tokenColumns,
} from './connection-columns.ts'
import { mine } from './signed-in.ts'
import { createConnectionTest } from './test-connection.ts'

export type ConnectionTools = {
  secretBox: SecretBox
  telegram: Telegram
  live: Live
  /** Tells the dispatcher that something waits in these lanes. */
  wake: (lanes: string[]) => void
  /** Where the outside reaches this installation. */
  publicUrl: string
}

export function connectionOperations(tools: ConnectionTools) {
  const { secretBox, live, wake, publicUrl } = tools
  const testConnection = createConnectionTest(tools)
  return {
    list: mine.connections.list.handler(async ({ context: { owner } }) => {
      const [rows, counts] = await Promise.all([
        listConnections(owner),
        countByConnection(owner).execute(),
      ])
      return rows.map(row => asConnection(row, counts, publicUrl)).sort(byName)
    }),

    create: mine.connections.create.handler(async ({ context: { owner }, input, errors }) => {
      const id = newConnectionId()
      const { token, chat } = { token: input.telegramBotToken, chat: input.telegramChatId }
      await ownerTransaction(owner, async own => {
        const template = input.templateId
          ? await readTemplate(own, input.templateId)
          : await firstTemplate(own)
        if (!template) throw input.templateId ? errors.TEMPLATE_UNKNOWN() : errors.NO_TEMPLATES()
        await insertConnection(own, {
          id,
          name: input.name,
          ...tokenColumns(token, secretBox),
          ...chatColumns(own.userId, botIdOf(token), chat),
          template_id: template.id,
          description: input.description,
          tags: JSON.stringify(input.tags),
          is_active: 1,
          ...optionColumns(input),
          created_at: Date.now(),
        })
        await completeSetUp(own)
      })
      live.changed(owner.userId, 'connections', 'templates', 'profile')
      return readAgain(owner, id, publicUrl)
    }),

    read: mine.connections.read.handler(async ({ context: { owner }, input, errors }) => {
      const found = await readCounted(owner, input.id, publicUrl)
      if (!found) throw errors.NOT_FOUND()
      return found
    }),

    update: mine.connections.update.handler(async ({ context: { owner }, input, errors }) => {
      const { id, version, ...patch } = input
      const lane = await ownerTransaction(owner, async own => {
        const row = await readConnection(own, id)
        if (!row) throw errors.NOT_FOUND()
        if (patch.templateId && !(await readTemplate(own, patch.templateId)))
          throw errors.TEMPLATE_UNKNOWN()
        const change = changedColumns(row, patch, secretBox)
        if (!(await updateConnection(own, id, change, version))) throw errors.EDIT_CONFLICT()
        if (change.lane) await moveDeliveriesOfConnection(own, id, change.lane)
        return change.lane ?? row.lane
      })
      wake([lane])
      live.changed(owner.userId, 'connections', 'templates')
      return readAgain(owner, id, publicUrl)
    }),

    remove: mine.connections.remove.handler(async ({ context: { owner }, input, errors }) => {
      const lane = await ownerTransaction(owner, async own => {
        const row = await readConnection(own, input.id)
        if (!row) throw errors.NOT_FOUND()
        await deleteConnection(own, input.id)
        await failDeliveries(own.db, await deliveriesOfConnections(own, [input.id]), {
          code: 'connection_deleted',
          reason: 'La conexión se eliminó.',
        })
        return row.lane
      })
      wake([lane])
      live.changed(owner.userId, 'connections', 'templates', 'alerts')
    }),

    test: mine.connections.test.handler(async ({ context: { owner }, input, errors }) => {
      const row = await readConnection(owner, input.id)
      if (!row) throw errors.NOT_FOUND()
      const outcome = await testConnection(owner, row)
      if (outcome === 'running') throw errors.TEST_RUNNING()
      return outcome
    }),

    stats: mine.connections.stats.handler(async ({ context: { owner }, input, errors }) => {
      if (!(await readConnection(owner, input.id))) throw errors.NOT_FOUND()
      const times = (await latestDeliveryTimes(owner, input.id)).sort((a, b) => a - b)
      return {
        timed: times.length,
        p50Ms: percentile(times, 0.5),
        p95Ms: percentile(times, 0.95),
      }
    }),
  }
}

async function readCounted(
  owner: Owner,
  id: string,
  publicUrl: string,
): Promise<Connection | undefined> {
  const row = await readConnection(owner, id)
  if (!row) return undefined
  const counts = await countByConnection(owner).where('connection_id', '=', id).execute()
  return asConnection(row, counts, publicUrl)
}

async function readAgain(owner: Owner, id: string, publicUrl: string): Promise<Connection> {
  const connection = await readCounted(owner, id, publicUrl)
  if (!connection) throw new ORPCError('NOT_FOUND', { message: notFound.NOT_FOUND.message })
  return connection
}

type CountRow = Awaited<ReturnType<ReturnType<typeof countByConnection>['execute']>>[number]

function asConnection(
  row: ConnectionRow & { trouble: string | null },
  counts: readonly CountRow[],
  publicUrl: string,
): Connection {
  const count = counts.find(one => one.connection_id === row.id)
  return {
    id: row.id,
    name: row.name,
    telegramBotTokenTail: row.telegram_bot_token_tail,
    telegramChatId: row.telegram_chat_id,
    templateId: row.template_id,
    description: row.description,
    tags: JSON.parse(row.tags),
    isActive: row.is_active === 1,
    ...optionsOf(row),
    webhookUrl: `${publicUrl}/webhooks/${row.id}`,
    version: row.version,
    stats: connectionStats({
      totalAlerts: count?.total ?? 0,
      successful: count?.successful ?? 0,
      failed: count?.failed ?? 0,
    }),
    pending: count?.pending ?? 0,
    lastDeliveryAt: count?.last_delivery ? new Date(count.last_delivery).toISOString() : null,
    trouble: row.trouble,
  }
}
