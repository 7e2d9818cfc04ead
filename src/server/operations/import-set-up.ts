import { MIN_CONNECTION_ID_LENGTH, newConnectionId, newShortId } from '#server/base/ids.ts'
import type { SecretBox } from '#server/base/secrets.ts'
import {
  idsOfOthers,
  ownWebhookIds,
  readReplaced,
  replaceSetUp,
  webhookIdsOfOthers,
} from '#server/store/account/set-up.ts'
import { advisoryLock } from '#server/store/engine/dialect.ts'
import type { OwnerTransacting } from '#server/store/engine/owner.ts'
import { replaceAddresses } from '#server/store/rows/addresses.ts'
import { connectionColumns } from '#server/store/rows/connection-fields.ts'
import type { ConnectionRow } from '#server/store/rows/connections.ts'
import { deleteDashboard, writeDashboard } from '#server/store/rows/dashboards.ts'
import { completeSetUp } from '#server/store/rows/profiles.ts'
import { templateColumns } from '#server/store/rows/templates.ts'
import { expiryColumns, tvConfigColumns } from '#server/store/rows/tv-configs.ts'
import { completeLayout } from '#shared/dashboard-layout.ts'
import type { SetUp } from '#shared/model/export-file.ts'
import { chatColumns, tokenColumns } from './connection-columns.ts'

export type SealedSetUp = {
  connections: SealedConnection[]
  templates: SetUp['messageTemplates']
  configs: (ReturnType<typeof tvConfigColumns> &
    ReturnType<typeof expiryColumns> & { id: string })[]
  widgets: SetUp['dashboardWidgets']
}

type SealedConnection = Omit<SetUp['connections'][number], 'telegramBotToken'> & {
  token: ReturnType<typeof tokenColumns>
}

/** Prepares a set-up for storage, before the transaction and in short steps, because sealing takes a while. */
export function* sealSetUp(
  setUp: SetUp,
  secretBox: SecretBox,
  { now, timeZone }: { now: number; timeZone: string },
): Generator<void, SealedSetUp> {
  const sealed: SealedSetUp = {
    connections: [],
    templates: setUp.messageTemplates,
    configs: [],
    widgets: setUp.dashboardWidgets,
  }
  for (const { telegramBotToken, ...connection } of setUp.connections)
    yield void sealed.connections.push({
      ...connection,
      token: tokenColumns(telegramBotToken, secretBox),
    })
  for (const { id, ...draft } of setUp.tradingViewAlertConfigs)
    yield void sealed.configs.push({
      id,
      ...tvConfigColumns(draft),
      ...expiryColumns(draft.expiresOn ?? null, now, timeZone),
    })
  return sealed
}

/**
 * Replaces the account's set-up.
 * @returns lanes that may have queued alerts, ids of connections that their queued alerts have to follow, and names of
 *   the connections of which an id or address was replaced
 */
export async function importSetUp(
  own: OwnerTransacting,
  sealed: SealedSetUp,
  now: number,
): Promise<{ lanes: string[]; moved: string[]; renamed: string[] }> {
  // If two accounts import the same file at once, one of them gets its ids.
  await advisoryLock(own.db, 'imports')
  const before = await readReplaced(own)
  const { connections: addressed, configs, renamed } = await withFreeIds(own, sealed)
  const known = new Map(before.connections.map(row => [row.id, row]))
  const connections = addressed.map((connection, index) => ({
    ...importedColumns(own.userId, connection, known.get(connection.id)),
    // All rows need the same columns. An import sets the token anew, so alerts that failed may arrive now.
    mended_at: known.has(connection.id) ? now : null,
    ...addressColumns(connection, known.get(connection.id), now),
    created_at: now + index,
  }))
  await replaceSetUp(own, before, {
    connections,
    message_templates: sealed.templates.map(({ id, ...draft }, index) => ({
      id,
      // All rows need the same columns: fields that the file omits get defaults, not the old values.
      ...templateColumns({ buttons: [], picture: 'below', whenMissing: 'line', ...draft }),
      created_at: now + index,
    })),
    tv_alert_configs: configs.map((columns, index) => ({ ...columns, created_at: now + index })),
  })
  await replaceAddresses(
    own,
    addressed.flatMap(connection => furtherAddresses(connection, now)),
  )
  await replaceLayout(own, sealed.widgets)
  if (connections.length > 0) await completeSetUp(own)
  const lanes = new Set([...before.connections, ...connections].map(({ lane }) => lane))
  const moved = connections.filter(({ id, lane }) => lane !== (known.get(id)?.lane ?? lane))
  return { lanes: [...lanes], moved: moved.map(({ id }) => id), renamed }
}

/**
 * The webhook ids of a file that belong to another account, or are new to this one and so short that they could be
 * guessed.
 */
export async function refusedWebhookIds(
  own: OwnerTransacting,
  webhookIds: readonly string[],
): Promise<string[]> {
  const known = new Set(await ownWebhookIds(own, webhookIds))
  const guessable = webhookIds.filter(id => id.length < MIN_CONNECTION_ID_LENGTH && !known.has(id))
  return [...(await webhookIdsOfOthers(own, webhookIds)), ...guessable]
}

/** Replaces refused webhook ids, also where configurations name them, and configuration ids of other accounts. */
async function withFreeIds(own: OwnerTransacting, { connections, configs }: SealedSetUp) {
  const webhookIds = connections.flatMap(({ id, addresses = [] }) => [id, ...addresses])
  const refused = await refusedWebhookIds(own, webhookIds)
  const ofWebhooks = new Map(refused.map(id => [id, newConnectionId()]))
  const configIds = configs.map(({ id }) => id)
  const ofConfigs = new Map(
    (await idsOfOthers(own, 'tv_alert_configs', configIds)).map(id => [id, newShortId()]),
  )
  const free = (id: string) => ofWebhooks.get(id) ?? id
  return {
    renamed: connections
      .filter(({ id, addresses = [] }) => [id, ...addresses].some(one => ofWebhooks.has(one)))
      .map(({ name }) => name),
    connections: connections.map(connection => ({
      ...connection,
      id: free(connection.id),
      addresses: (connection.addresses ?? [connection.id]).map(free),
    })),
    configs: configs.map(config => ({
      ...config,
      id: ofConfigs.get(config.id) ?? config.id,
      connection_id: free(config.connection_id),
    })),
  }
}

type Addressed = { id: string; addresses: readonly string[] }

const furtherAddresses = ({ id: connection_id, addresses }: Addressed, now: number) =>
  addresses
    .filter(id => id !== connection_id)
    .map((id, index) => ({ id, connection_id, created_at: now + index }))

function addressColumns(
  { id, addresses }: Addressed,
  before: ConnectionRow | undefined,
  now: number,
) {
  const hasOthers = addresses.some(address => address !== id)
  return {
    id_retired: addresses.includes(id) ? (0 as const) : (1 as const),
    addressed_since: before?.addressed_since ?? (hasOthers ? now : null),
  }
}

/** Keeps the stored chat id and lane as long as the connection writes to the same chat. */
function importedColumns(
  userId: string,
  connection: SealedConnection,
  before: ConnectionRow | undefined,
) {
  const { token, telegramChatId: chat } = connection
  const isSameChat = before?.bot_id === token.bot_id && before.telegram_chat_id === chat
  const { chat_id, lane } = isSameChat ? before : chatColumns(userId, token.bot_id, chat)
  return {
    id: connection.id,
    ...connectionColumns(connection),
    ...token,
    chat_id,
    lane,
  }
}

async function replaceLayout(
  own: OwnerTransacting,
  widgets: SetUp['dashboardWidgets'],
): Promise<void> {
  if (widgets.length === 0) await deleteDashboard(own)
  else await writeDashboard(own, JSON.stringify(completeLayout(widgets)))
}
