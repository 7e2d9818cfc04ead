import { clock } from '#server/base/clock.ts'
import { newConnectionId } from '#server/base/ids.ts'
import type { SecretBox } from '#server/base/secrets.ts'
import type { Observer } from '#server/observe/observer.ts'
import { removeConnections } from '#server/store/account/remove-connections.ts'
import { countOwn } from '#server/store/account/size.ts'
import { type Owner, ownerTransaction } from '#server/store/engine/owner.ts'
import { latestDeliveryTimes } from '#server/store/history/history.ts'
import { followConnections } from '#server/store/queue/move-deliveries.ts'
import { deleteUnusedPauses, readPauses } from '#server/store/queue/pauses.ts'
import { currentWait } from '#server/store/queue/stored-flood-waits.ts'
import { connectionColumns, connectionFields } from '#server/store/rows/connection-fields.ts'
import {
  type DescribedConnection,
  describeConnection,
  describeConnections,
  insertConnection,
  readConnection,
  updateConnection,
} from '#server/store/rows/connections.ts'
import { completeSetUp } from '#server/store/rows/profiles.ts'
import { readTemplate, templateFields } from '#server/store/rows/templates.ts'
import { deleteTvConfigsOf } from '#server/store/rows/tv-configs.ts'
import { floodWaitReason, LONGEST_EXPECTED_FLOOD_WAIT } from '#server/telegram/failure-reasons.ts'
import type { SendPermits } from '#server/telegram/send-permits.ts'
import type { Telegram } from '#server/telegram/telegram.ts'
import { MAX_OF_EACH } from '#shared/limits.ts'
import type { Connection } from '#shared/model/connection.ts'
import { connectionStats, percentile } from '#shared/stats.ts'
import { generatedPayload } from '#shared/tradingview/generated-payload.ts'
import { webhookUrl } from './addresses.ts'
import { readArrivals } from './arrivals.ts'
import { byName } from './by-name.ts'
import { goneError, signedIn } from './callers.ts'
import { botIdOf, changedColumns, chatColumns, tokenColumns } from './connection-columns.ts'
import { instant, instantOrNull } from './instants.ts'
import { templatesByName } from './templates.ts'
import { createConnectionTest } from './test-connection.ts'
import { pauseOf } from './why-waiting.ts'

export type ConnectionTools = {
  secretBox: SecretBox
  telegram: Telegram
  /** Makes the dispatcher look at these lanes again, whose queued alerts may have changed. */
  wake: (lanes: string[]) => void
  permits: SendPermits
  observer: Pick<Observer, 'attempt'>
  /** Public base URL of this installation. */
  publicUrl: string
}

export function connectionOperations(tools: ConnectionTools) {
  const { secretBox, wake, publicUrl } = tools
  const testConnection = createConnectionTest(tools)

  /** @returns undefined without a connection of this id; null if its token can't be decrypted */
  async function copiedToken(own: Owner, id: string | undefined) {
    const row = id && (await readConnection(own, id))
    return row ? secretBox.tryDecrypt(row.telegram_bot_token) : undefined
  }

  return {
    list: signedIn.connections.list.handler(async ({ context: { reading } }) => {
      const [rows, pauses] = await Promise.all([describeConnections(reading), readPauses(reading)])
      return rows.sort(byName).map(row => asConnection(row, { publicUrl, pauses }))
    }),

    create: signedIn.connections.create.handler(
      async ({ context: { owner, reading }, input, errors }) => {
        const id = newConnectionId()
        await ownerTransaction(owner, async own => {
          if ((await countOwn(own, 'connections')) >= MAX_OF_EACH)
            throw errors.TOO_MANY_CONNECTIONS()
          const token = input.telegramBotToken || (await copiedToken(own, input.copyTokenOf))
          if (token === null) throw errors.COPIED_TOKEN_UNREADABLE()
          if (!token) throw errors.COPIED_CONNECTION_GONE()
          const template = input.templateId
            ? await readTemplate(own, input.templateId)
            : (await templatesByName(own))[0]
          if (!template) throw input.templateId ? errors.TEMPLATE_UNKNOWN() : errors.NO_TEMPLATES()
          await insertConnection(own, {
            id,
            ...connectionColumns({ ...input, templateId: template.id, isActive: true }),
            ...tokenColumns(token, secretBox),
            ...chatColumns(own.userId, botIdOf(token), input.telegramChatId),
            created_at: clock.now(),
          })
          await completeSetUp(own)
        })
        return readAgain(reading, id, publicUrl)
      },
    ),

    read: signedIn.connections.read.handler(async ({ context: { reading }, input, errors }) => {
      const row = await describeConnection(reading, input.id)
      if (!row) throw errors.NOT_FOUND()
      return asConnection(row, { publicUrl, pauses: await readPauses(reading) })
    }),

    update: signedIn.connections.update.handler(
      async ({ context: { owner, reading }, input, errors }) => {
        const { id, version, ...patch } = input
        const { lane, isMoved } = await ownerTransaction(owner, async own => {
          const row = await readConnection(own, id)
          if (!row) throw errors.NOT_FOUND()
          if (patch.templateId && !(await readTemplate(own, patch.templateId)))
            throw errors.TEMPLATE_UNKNOWN()
          const change = changedColumns(row, patch, { secretBox, now: clock.now() })
          if (Object.keys(change).length === 0) return { lane: row.lane, isMoved: false }
          if (!(await updateConnection(own, id, change, version))) throw errors.EDIT_CONFLICT()
          const { lane = row.lane } = change
          if (lane !== row.lane) await deleteUnusedPauses(own)
          return { lane, isMoved: lane !== row.lane }
        })
        if (isMoved) await followConnections(owner, [id])
        wake([lane])
        return readAgain(reading, id, publicUrl)
      },
    ),

    remove: signedIn.connections.remove.handler(async ({ context: { owner }, input, errors }) => {
      const lane = await ownerTransaction(owner, async own => {
        const row = await readConnection(own, input.id)
        if (!row) throw errors.NOT_FOUND()
        await deleteTvConfigsOf(own, input.id)
        await removeConnections(own, [input.id])
        return row.lane
      })
      wake([lane])
    }),

    test: signedIn.connections.test.handler(async ({ context: { owner }, input, errors }) => {
      const row = await readConnection(owner, input.id)
      if (!row) throw errors.NOT_FOUND()
      const outcome = await testConnection(owner, row)
      if (outcome === 'running') throw errors.TEST_RUNNING()
      return outcome
    }),

    stats: signedIn.connections.stats.handler(
      async ({ context: { owner, reading }, input, errors }) => {
        if (!(await readConnection(owner, input.id))) throw errors.NOT_FOUND()
        const times = (await latestDeliveryTimes(reading, input.id)).sort((a, b) => a - b)
        return {
          timed: times.length,
          p50Ms: percentile(times, 0.5),
          p95Ms: percentile(times, 0.95),
        }
      },
    ),

    payload: signedIn.connections.payload.handler(async ({ context: { owner }, input, errors }) => {
      const row = await readConnection(owner, input.id)
      if (!row) throw errors.NOT_FOUND()
      const template = await readTemplate(owner, row.template_id)
      return generatedPayload({
        connectionId: row.id,
        template: template && templateFields(template),
      })
    }),

    arrivals: signedIn.connections.arrivals.handler(
      async ({ context: { owner, reading }, input: { id, since }, errors }) => {
        const connection = await readConnection(owner, id)
        if (!connection) throw errors.NOT_FOUND()
        const asOf = instant(clock.now())
        const items = await readArrivals(
          reading,
          connection,
          since === undefined ? 0 : Date.parse(since),
        )
        return { items, asOf }
      },
    ),
  }
}

async function readAgain(reading: Owner, id: string, publicUrl: string): Promise<Connection> {
  const row = await describeConnection(reading, id)
  if (!row) throw goneError()
  return asConnection(row, { publicUrl, pauses: await readPauses(reading) })
}

/** Reason of a flood wait so long that the user should act; null if it is shorter. */
function pauseTrouble(row: DescribedConnection): string | null {
  const seconds = currentWait(row, clock.now()) / 1_000
  return seconds > LONGEST_EXPECTED_FLOOD_WAIT ? floodWaitReason(seconds) : null
}

function asConnection(
  row: DescribedConnection,
  { publicUrl, pauses }: { publicUrl: string; pauses: ReadonlyMap<string, number> },
): Connection {
  const { total, successful, failed, inactive } = row
  return {
    id: row.id,
    ...connectionFields(row),
    telegramBotTokenTail: row.telegram_bot_token_tail,
    webhookUrl: webhookUrl(publicUrl, row.newest_address ?? row.id),
    version: row.version,
    stats: connectionStats({ totalAlerts: total, successful, failed }),
    pending: total - successful - failed - inactive,
    lastDeliveryAt: instantOrNull(row.last_delivery),
    paused: pauseOf(row.lane, { pauses }),
    trouble: pauseTrouble(row) ?? row.trouble,
    misfit: row.misfit,
  }
}
