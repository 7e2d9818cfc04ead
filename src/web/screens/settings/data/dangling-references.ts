import type { SetUp } from '#shared/export-file.ts'
import { formatNumber, listed } from '#shared/format.ts'

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

/** How many are named; a person can look up the others. */
const SHOWN_NAMES = 3

/** What is missing, and what becomes of what misses it: a sentence for each kind. */
export function danglingWords({ configs, connections }: DanglingReferences): string[] {
  const words: string[] = []
  if (configs.length > 0)
    words.push(
      configs.length === 1
        ? `1 configuración sin su conexión (${shown(configs)}): se conserva, y su JSON no sirve hasta que le elijas otra.`
        : `${formatNumber(configs.length)} configuraciones sin su conexión (${shown(configs)}): se conservan, y su JSON no sirve hasta que les elijas otra.`,
    )
  if (connections.length > 0)
    words.push(
      connections.length === 1
        ? `1 conexión sin su plantilla (${shown(connections)}): sus alertas fallarán hasta que le elijas otra.`
        : `${formatNumber(connections.length)} conexiones sin su plantilla (${shown(connections)}): sus alertas fallarán hasta que les elijas otra.`,
    )
  return words
}

const shown = (names: readonly string[]) =>
  listed(
    names.map(name => `«${name}»`),
    SHOWN_NAMES,
  )
