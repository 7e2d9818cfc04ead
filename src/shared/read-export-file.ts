import { z } from 'zod'
import { completeLayout } from './dashboard-layout.ts'
import { formatNumber, truncate } from './format.ts'
import {
  EXPORT_FORMAT_VERSION,
  MAX_CONNECTION_CONFIGS,
  MAX_OF_EACH,
  MAX_TEMPLATE_BYTES,
  MAX_TV_CONFIG_BYTES,
  MAX_WIDGETS,
} from './limits.ts'
import { widgetSchema } from './model/dashboard.ts'
import {
  exportedConnectionSchema,
  exportedTemplateSchema,
  exportedTvConfigSchema,
  type SetUp,
} from './model/export-file.ts'
import { templateBytes } from './model/template.ts'
import { tvConfigBytes } from './model/tv-config.ts'
import { connectionLabels } from './texts/connections.ts'
import { importTexts } from './texts/import.ts'
import { templateLabels, templateTexts } from './texts/templates.ts'
import { tvConfigLabels, tvConfigTexts } from './texts/tv-configs.ts'

/** A file can't be imported; the message says why, in Spanish. */
export class ExportFileError extends Error {
  override name = 'ExportFileError'
}

/** @throws ExportFileError */
export function parseExportFile(text: string): SetUp {
  return readExportFile(parse(text))
}

/**
 * @param file any JSON value, of any depth
 * @throws ExportFileError
 */
export function readExportFile(file: unknown): SetUp {
  const reading = readExportFileInSteps(file)
  for (;;) {
    const { done, value } = reading.next()
    if (done) return value
  }
}

/**
 * As `readExportFile`, in steps of a few milliseconds at most: one item of the file each.
 * @throws ExportFileError from any step
 */
export function* readExportFileInSteps(file: unknown): Generator<void, SetUp> {
  checkVersion(file)
  const lists = listsSchema.safeParse(file)
  if (!lists.success) throw new ExportFileError(importTexts.noArrays)
  const { data } = lists
  const setUp = {
    connections: yield* readItems(data.connections, exportedConnectionSchema, kinds.connection),
    messageTemplates: yield* readItems(
      data.messageTemplates,
      exportedTemplateSchema,
      kinds.template,
    ),
    tradingViewAlertConfigs: yield* readItems(
      data.tradingViewAlertConfigs,
      exportedTvConfigSchema,
      kinds.tvConfig,
    ),
    dashboardWidgets: yield* readItems(data.dashboardWidgets, widgetSchema, kinds.widget),
  }
  checkAddresses(setUp.connections)
  checkConfigs(setUp.tradingViewAlertConfigs)
  if (
    setUp.messageTemplates.reduce((sum, template) => sum + templateBytes(template), 0) >
    MAX_TEMPLATE_BYTES
  )
    throw new ExportFileError(templateTexts.tooLarge)
  if (
    setUp.tradingViewAlertConfigs.reduce((sum, config) => sum + tvConfigBytes(config), 0) >
    MAX_TV_CONFIG_BYTES
  )
    throw new ExportFileError(tvConfigTexts.tooLarge)
  // Default widgets missing from the layout are appended to it.
  if (completeLayout(setUp.dashboardWidgets).length > MAX_WIDGETS)
    throw new ExportFileError(importTexts.tooMany(kinds.widget.many, MAX_WIDGETS))
  return setUp
}

const listsSchema = z.object({
  connections: z.array(z.unknown()),
  messageTemplates: z.array(z.unknown()),
  tradingViewAlertConfigs: z.array(z.unknown()),
  dashboardWidgets: z.array(z.unknown()),
})

const versionSchema = z.object({ exportFormatVersion: z.number() })

interface Kind {
  one: string
  the: string
  many: string
  most: number
  /** Labels on the screen, by key of the file. */
  labels: Record<string, string>
}

const kinds = {
  connection: {
    one: 'Conexión',
    the: 'la',
    many: 'conexiones',
    most: MAX_OF_EACH,
    labels: {
      ...connectionLabels,
      id: 'Identificador',
      isActive: 'Activa',
      addresses: 'Direcciones',
    },
  },
  template: {
    one: 'Plantilla',
    the: 'la',
    many: 'plantillas',
    most: MAX_OF_EACH,
    labels: { ...templateLabels, id: 'Identificador' },
  },
  tvConfig: {
    one: 'Configuración TV',
    the: 'la',
    many: 'configuraciones TV',
    most: MAX_OF_EACH,
    labels: { ...tvConfigLabels, id: 'Identificador' },
  },
  widget: {
    one: 'Widget',
    the: 'el',
    many: 'widgets',
    most: MAX_WIDGETS,
    labels: { id: 'Identificador', name: 'Nombre', isVisible: 'Visible', order: 'Orden' },
  },
} satisfies Record<string, Kind>

/**
 * Matches a chat id written as a number, to be put in quotes: a number loses its last digits above 2^53. Within
 * a text of valid JSON no such key is found: its quotes are escaped.
 */
const NUMERIC_CHAT = /("telegramChatId"\s*:\s*)(-?[1-9]\d*)(?![\d.eE])/g

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replaceAll(NUMERIC_CHAT, '$1"$2"'))
  } catch {
    throw new ExportFileError(importTexts.invalidJson)
  }
}

function checkVersion(file: unknown): void {
  const read = versionSchema.safeParse(file)
  if (!read.success) throw new ExportFileError(importTexts.noVersion)
  const version = read.data.exportFormatVersion
  if (version > EXPORT_FORMAT_VERSION) throw new ExportFileError(importTexts.newerVersion(version))
  if (version < EXPORT_FORMAT_VERSION) throw new ExportFileError(importTexts.olderVersion(version))
}

function* readItems<Item extends { id: string }>(
  items: readonly unknown[],
  schema: z.ZodType<Item>,
  kind: Kind,
): Generator<void, Item[]> {
  if (items.length > kind.most) throw new ExportFileError(importTexts.tooMany(kind.many, kind.most))
  const numbers = new Map<string, number>()
  const all: Item[] = []
  for (const [index, item] of items.entries()) {
    const read = schema.safeParse(item, { error: inWords })
    const place = () => placeOf(item, index, kind)
    if (!read.success) {
      const [issue] = read.error.issues
      const at = [place(), ...(issue?.path ?? []).map(key => labelOf(key, kind))].join(', ')
      throw new ExportFileError(`${at}: ${issue?.message}`)
    }
    const earlier = numbers.get(read.data.id)
    if (earlier !== undefined)
      throw new ExportFileError(
        `${place()}: Tiene el mismo identificador que ${kind.the} número ${earlier}.`,
      )
    numbers.set(read.data.id, index + 1)
    all.push(read.data)
    yield
  }
  return all
}

/**
 * Checks that an address belongs to one connection, and that a connection's id, even a retired one, is no
 * address of another.
 */
function checkAddresses(connections: SetUp['connections']): void {
  const numbers = new Map(connections.map(({ id }, index) => [id, index + 1]))
  connections.forEach((connection, index) => {
    const seen = new Set<string>()
    for (const address of connection.addresses ?? []) {
      const number = numbers.get(address) ?? index + 1
      const place = () => `${placeOf(connection, index, kinds.connection)}, Direcciones`
      if (seen.has(address)) throw new ExportFileError(`${place()}: Hay una repetida.`)
      if (number !== index + 1)
        throw new ExportFileError(
          `${place()}: Tiene la misma dirección que la número ${formatNumber(number)}.`,
        )
      seen.add(address)
      numbers.set(address, number)
    }
  })
}

function checkConfigs(configs: SetUp['tradingViewAlertConfigs']): void {
  const counts = new Map<string, number>()
  configs.forEach((config, index) => {
    const count = (counts.get(config.connectionId) ?? 0) + 1
    if (count > MAX_CONNECTION_CONFIGS)
      throw new ExportFileError(
        `${placeOf(config, index, kinds.tvConfig)}: ${tvConfigTexts.tooMany}`,
      )
    counts.set(config.connectionId, count)
  })
}

/** List items are counted from one. */
function labelOf(key: PropertyKey, { labels }: Kind): string {
  if (typeof key === 'number') return formatNumber(key + 1)
  return (Object.hasOwn(labels, key) && labels[String(key)]) || String(key)
}

const MAX_PLACE_NAME = 40

/** «Conexión 3 («Oro»)» */
function placeOf(item: unknown, index: number, { one }: Kind): string {
  const place = `${one} ${formatNumber(index + 1)}`
  const named = namedSchema.safeParse(item)
  return named.success
    ? `${place} («${truncate(named.data.name.slice(0, 2 * MAX_PLACE_NAME).toWellFormed(), MAX_PLACE_NAME)}»)`
    : place
}

const namedSchema = z.object({ name: z.string().min(1) })

/** Message for issues without a text of the schema's own. */
function inWords(issue: z.core.$ZodRawIssue): string {
  if (issue.code !== 'invalid_type') return 'No es válido.'
  if (issue.input === undefined) return 'Falta.'
  return `Tiene que ser ${typeWords[issue.expected] ?? 'otra cosa'}.`
}

const typeWords: Partial<Record<z.core.$ZodIssueInvalidType['expected'], string>> = {
  string: 'un texto',
  number: 'un número',
  int: 'un número entero',
  boolean: 'sí o no (true o false)',
  array: 'una lista',
  object: 'un objeto',
  record: 'un objeto',
}
