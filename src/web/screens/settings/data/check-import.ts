import { MAX_IMPORT_BYTES } from '#shared/limits.ts'
import type { Connection } from '#shared/model/connection.ts'
import type { SetUp } from '#shared/model/export-file.ts'
import { importTexts } from '#shared/texts/import.ts'

/** Reason to refuse a file without reading it; null to accept it. */
export function checkChosenFile({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>) {
  if (!/\.json$/i.test(name) && type !== 'application/json') return importTexts.notJsonFile
  return size > MAX_IMPORT_BYTES ? importTexts.tooLarge : null
}

/** Names of the file's items that refer to items it does not contain. */
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

/** Names of the file's connections with at least one webhook id that will be replaced. */
export function readdressedConnections(
  { connections }: Pick<SetUp, 'connections'>,
  replaced: readonly string[],
): string[] {
  const ids = new Set(replaced)
  return connections.filter(one => webhookIdsOf(one).some(id => ids.has(id))).map(nameOf)
}

/** Number of waiting alerts whose connection is not in the file. */
export function failingAlerts(
  connections: readonly Pick<Connection, 'id' | 'pending'>[],
  setUp: Pick<SetUp, 'connections'>,
): number {
  const kept = new Set(setUp.connections.map(({ id }) => id))
  return connections.reduce((sum, { id, pending }) => (kept.has(id) ? sum : sum + pending), 0)
}
