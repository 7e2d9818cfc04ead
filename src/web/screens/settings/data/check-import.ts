import { MAX_IMPORT_BYTES } from '#shared/limits.ts'
import type { Connection } from '#shared/model/connection.ts'
import type { SetUp } from '#shared/model/export-file.ts'
import { importTexts } from '#shared/texts.ts'

/** Why a file need not even be read; null when it is. */
export function checkChosenFile({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>) {
  if (!/\.json$/i.test(name) && type !== 'application/json') return importTexts.notJsonFile
  return size > MAX_IMPORT_BYTES ? importTexts.tooLarge : null
}

/** What a file names and does not hold: the names of those that miss it. */
export interface DanglingReferences {
  /** TV configurations without their connection. */
  configs: string[]
  /** Connections without their template. */
  connections: string[]
}

export function danglingReferences({
  connections,
  messageTemplates,
  tradingViewAlertConfigs,
}: Omit<SetUp, 'dashboardWidgets'>): DanglingReferences {
  const kept = new Set(connections.map(({ id }) => id))
  const templates = new Set(messageTemplates.map(({ id }) => id))
  return {
    configs: tradingViewAlertConfigs.filter(one => !kept.has(one.connectionId)).map(nameOf),
    connections: connections.filter(one => !templates.has(one.templateId)).map(nameOf),
  }
}

const nameOf = ({ name }: { name: string }) => name

export const webhookIdsOf = ({ id, addresses = [] }: SetUp['connections'][number]): string[] => [
  id,
  ...addresses,
]

/** The names of a file's connections of which a webhook id is among those that give way to new ones. */
export function readdressedConnections(
  { connections }: Pick<SetUp, 'connections'>,
  replaced: readonly string[],
): string[] {
  const ids = new Set(replaced)
  return connections.filter(one => webhookIdsOf(one).some(id => ids.has(id))).map(nameOf)
}

/** How many alerts still wait whose connection a file does not have. */
export function failingAlerts(
  connections: readonly Pick<Connection, 'id' | 'pending'>[],
  setUp: Pick<SetUp, 'connections'>,
): number {
  const kept = new Set(setUp.connections.map(({ id }) => id))
  return connections.reduce((sum, { id, pending }) => (kept.has(id) ? sum : sum + pending), 0)
}
