import pLimit from 'p-limit'
import { clock } from '#server/base/clock.ts'
import type { Log } from '#server/base/log.ts'
import type { SecretBox } from '#server/base/secrets.ts'
import { yieldingRun } from '#server/base/yielding-run.ts'
import { resetAccount } from '#server/store/account/account.ts'
import { readSetUp } from '#server/store/account/set-up.ts'
import { type Owner, type OwnerTransacting, ownerTransaction } from '#server/store/engine/owner.ts'
import { followConnections } from '#server/store/queue/move-deliveries.ts'
import { type AddressRow, readAddresses } from '#server/store/rows/addresses.ts'
import { connectionFields } from '#server/store/rows/connection-fields.ts'
import { type ConnectionRow, connectionsNamed } from '#server/store/rows/connections.ts'
import { deleteErrorLogs } from '#server/store/rows/error-logs.ts'
import { readProfile } from '#server/store/rows/profiles.ts'
import { templateFields } from '#server/store/rows/templates.ts'
import { EXPORT_FORMAT_VERSION } from '#shared/limits.ts'
import { ExportFileError, readExportFileInSteps } from '#shared/read-export-file.ts'
import { connectionTexts } from '#shared/texts/connections.ts'
import { zoneOf } from '#shared/time-zone.ts'
import { signedIn } from './callers.ts'
import { readLayout } from './dashboard.ts'
import { importSetUp, refusedWebhookIds, type SealedSetUp, sealSetUp } from './import-set-up.ts'
import { instant } from './instants.ts'
import { asTvConfig } from './tv-configs.ts'

export function dataOperations({
  secretBox,
  timeZone,
  wake,
  log,
}: {
  secretBox: SecretBox
  /** Time zone of the installation. */
  timeZone: string
  log: Log
  /** Makes the dispatcher look at these lanes again, whose queued alerts may have changed. */
  wake: (lanes: string[]) => void
}) {
  /** @returns null if its token can't be decrypted */
  const asExported = (row: ConnectionRow, addresses: readonly AddressRow[] = []) => {
    const telegramBotToken = secretBox.tryDecrypt(row.telegram_bot_token)
    if (telegramBotToken === null) return null
    return {
      id: row.id,
      ...connectionFields(row),
      telegramBotToken,
      ...(row.addressed_since !== null && { addresses: addresses.map(({ id }) => id) }),
    }
  }

  /** Empties the error log after an import. A failure is only logged, because the import itself has succeeded. */
  async function clearErrorLogs(owner: Owner): Promise<void> {
    try {
      await deleteErrorLogs(owner, clock.now())
    } catch (error) {
      log.warn({ err: error }, 'an error log outlived an import')
    }
  }

  /** Webhooks wait while a large import is written: imports run one at a time, and an account has at most one. */
  const inTurn = pLimit(1)
  const importing = new Set<string>()

  async function replaceAll(owner: Owner, setUp: SealedSetUp) {
    const { lanes, moved, renamed } = await ownerTransaction(owner, own =>
      importSetUp(own, setUp, clock.now()),
    )
    await followConnections(owner, moved)
    wake(lanes)
    await clearErrorLogs(owner)
    return { renamed }
  }

  return {
    exportAll: signedIn.data.exportAll.handler(async ({ context: { owner }, errors }) => {
      const { rows, addresses, dashboardWidgets } = await ownerTransaction(owner, async own => ({
        rows: await readSetUp(own),
        addresses: await readAddresses(own),
        dashboardWidgets: await readLayout(own),
      }))
      const addressesOf = Map.groupBy(addresses, address => address.connection_id)
      const exported = rows.connections.map(row => asExported(row, addressesOf.get(row.id)))
      const unreadable = rows.connections.filter((_, nth) => exported[nth] === null)
      if (unreadable.length > 0)
        throw errors.TOKEN_UNREADABLE({
          message: connectionTexts.unreadableAmong(unreadable.map(({ name }) => name)),
        })
      return {
        exportFormatVersion: EXPORT_FORMAT_VERSION,
        exportedAt: instant(clock.now()),
        connections: exported.filter(connection => connection !== null),
        messageTemplates: rows.message_templates.map(row => ({
          id: row.id,
          ...templateFields(row),
        })),
        tradingViewAlertConfigs: rows.tv_alert_configs.map(asTvConfig),
        dashboardWidgets,
      }
    }),

    previewImport: signedIn.data.previewImport.handler(
      ({ context: { owner }, input: { webhookIds } }) =>
        ownerTransaction(owner, async own => ({
          replaced: await refusedWebhookIds(own, webhookIds),
          dropped: await connectionsBeyond(own, webhookIds),
        })),
    ),

    importAll: signedIn.data.importAll.handler(async ({ context: { owner }, input, errors }) => {
      if (importing.has(owner.userId)) throw errors.TOO_MANY_REQUESTS()
      importing.add(owner.userId)
      try {
        return await inTurn(async () => {
          const file = await readOr(input, message => errors.IMPORT_INVALID({ message }))
          const { time_zone } = await readProfile(owner)
          const when = { now: clock.now(), timeZone: zoneOf(time_zone, timeZone) }
          return replaceAll(owner, await yieldingRun(sealSetUp(file, secretBox, when)))
        })
      } finally {
        importing.delete(owner.userId)
      }
    }),

    reset: signedIn.data.reset.handler(
      async ({ context: { owner, live, renewSession }, input }) => {
        for (const id of await resetAccount(owner, input)) live.endSession(id)
        if (input?.factors) await renewSession()
      },
    ),
  }
}

/** @throws the error that `refusal` makes of the reason why the file can't be used */
async function readOr(file: unknown, refusal: (reason: string) => Error) {
  try {
    return await yieldingRun(readExportFileInSteps(file))
  } catch (error) {
    throw error instanceof ExportFileError ? refusal(error.message) : error
  }
}

/** Names of the account's connections with an address in use that is none of `webhookIds`. */
async function connectionsBeyond(own: OwnerTransacting, webhookIds: readonly string[]) {
  const kept = new Set(webhookIds)
  const others = (await readAddresses(own)).filter(({ id }) => !kept.has(id))
  const ids = [...new Set(others.map(({ connection_id }) => connection_id))]
  return (await connectionsNamed(own, ids)).map(({ name }) => name)
}
