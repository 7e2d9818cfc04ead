/** Reads entities, and sorts, splits and drops them as Telegram does. */
import {
  asObject,
  FieldError,
  integer,
  type JsonObject,
  knowOnly,
  optionalString,
  parseJson,
  refusing,
  string,
} from './json-object.ts'
import { ENTITY_FIELDS } from './known-fields.ts'

export type Entity = {
  type: string
  offset: number
  length: number
  url?: string
  language?: string
  unix_time?: number
  date_time_format?: string
}

const FOUND_BY_TELEGRAM = [
  ...['mention', 'hashtag', 'cashtag', 'bot_command', 'url', 'email', 'phone_number'],
  'bank_card_number',
]

/** Returns an empty list for anything but a JSON array. */
export function readEntities(json: string): Entity[] {
  const list = parseJson(json)
  if (!Array.isArray(list)) return []
  return refusing("can't parse MessageEntity: ", () => list.flatMap(readEntity))
}

function readEntity(value: unknown): Entity[] {
  const fields = asObject(value, 'expected an Object')
  const place = { offset: integer(fields, 'offset'), length: integer(fields, 'length') }
  const type = string(fields, 'type')
  if (type === '') throw new FieldError('Type is not specified')
  if (FOUND_BY_TELEGRAM.includes(type)) return []
  const known = new Map<string, readonly string[]>(Object.entries(ENTITY_FIELDS)).get(type)
  if (!known) throw new FieldError('Unsupported type specified')
  knowOnly(fields, ['type', 'offset', 'length', ...known], `field of an entity ${type}`)
  return [{ ...place, type, ...detail(type, fields) }]
}

function detail(type: string, fields: JsonObject): Partial<Entity> {
  switch (type) {
    case 'text_link':
      return { url: string(fields, 'url') }
    case 'pre': {
      const language = optionalString(fields, 'language')
      return language === '' ? {} : { language }
    }
    case 'date_time': {
      const unix_time = integer(fields, 'unix_time')
      return {
        unix_time,
        date_time_format: dateTimeFormat(optionalString(fields, 'date_time_format')),
      }
    }
    default:
      return {}
  }
}

/** Format as the server returns it: letters in any order, the last of each kind wins. */
function dateTimeFormat(asked: string): string {
  if (/^r$/i.test(asked)) return 'r'
  if (/[^wdt]/i.test(asked)) throw new FieldError('Invalid date-time format specified')
  const last = (letters: RegExp) => asked.match(letters)?.at(-1) ?? ''
  return (/w/i.test(asked) ? 'w' : '') + last(/d/gi) + last(/t/gi)
}

/** Nesting order of the server: of two in the same place, the lower number is outside. */
const PRIORITY: Record<string, number> = {
  blockquote: 0,
  expandable_blockquote: 0,
  pre: 11,
  code: 20,
  date_time: 30,
  text_link: 49,
  bold: 90,
  italic: 91,
  underline: 92,
  strikethrough: 93,
  spoiler: 94,
}
const SPLITTABLE = ['bold', 'italic', 'underline', 'strikethrough', 'spoiler']
/** Types that contain no other formatting and nest only inside a quotation. */
const ALONE = ['pre', 'code', 'date_time']

const end = ({ offset, length }: Entity) => offset + length
const isSplittable = ({ type }: Entity) => SPLITTABLE.includes(type)
const isQuotation = ({ type }: Entity) => type.endsWith('blockquote')
const isAlone = ({ type }: Entity) => ALONE.includes(type)

const inOrder = (entities: Entity[]) =>
  entities.toSorted(
    (a, b) =>
      a.offset - b.offset ||
      b.length - a.length ||
      (PRIORITY[a.type] ?? 0) - (PRIORITY[b.type] ?? 0),
  )

/**
 * Normalizes entities like the server: of overlapping quotations, and of overlapping links, code
 * and dates, the first stays; the latter are dropped if they cross a quotation's edge. Bold and the
 * like are split around all of them, and dropped inside code and dates.
 */
export function fixEntities(entities: Entity[]): Entity[] {
  const sorted = inOrder(entities)
  const quotations = withoutCrossing(sorted.filter(isQuotation))
  const rigid = withoutCrossing(
    sorted.filter(entity => !isSplittable(entity) && !isQuotation(entity)),
  ).filter(entity => !quotations.some(quotation => crosses(entity, quotation)))
  const bounds = [...quotations, ...rigid]
  return inOrder([...bounds, ...splitAround(bounds, sorted.filter(isSplittable))])
}

function withoutCrossing(sorted: Entity[]): Entity[] {
  let last = 0
  return sorted.filter(entity => {
    if (entity.offset < last) return false
    last = end(entity)
    return true
  })
}

/** True if they overlap and the entity is not wholly inside the quotation. */
const crosses = (entity: Entity, quotation: Entity) =>
  entity.offset < end(quotation) &&
  quotation.offset < end(entity) &&
  (entity.offset < quotation.offset || end(entity) > end(quotation))

/** Merges neighbours of one type, then splits where a bound begins or ends, or another piece begins. */
function splitAround(bounds: Entity[], splittable: Entity[]): Entity[] {
  const merged = SPLITTABLE.flatMap(type =>
    merge(splittable.filter(entity => entity.type === type)),
  )
  const cuts = [
    ...bounds.flatMap(entity => [entity.offset, end(entity)]),
    ...merged.map(({ offset }) => offset),
  ].toSorted((a, b) => a - b)
  return merged.flatMap(entity => {
    const inside = cuts.filter(at => at > entity.offset && at < end(entity))
    const edges = [entity.offset, ...new Set(inside), end(entity)]
    return edges.slice(1).flatMap((to, at) => {
      const from = edges[at] ?? 0
      const isHidden = bounds.some(
        other => isAlone(other) && other.offset <= from && to <= end(other),
      )
      return isHidden ? [] : [{ type: entity.type, offset: from, length: to - from }]
    })
  })
}

function merge(sorted: Entity[]): Entity[] {
  const merged: Entity[] = []
  for (const entity of sorted) {
    const last = merged.at(-1)
    if (last && entity.offset <= end(last))
      last.length = Math.max(end(last), end(entity)) - last.offset
    else merged.push({ ...entity })
  }
  return merged
}
