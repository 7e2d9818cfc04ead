/** Values that match a JSON schema, and values that nearly do. */
import fc from 'fast-check'
import { anyCharacter } from './any-character.ts'
import type { JsonSchema } from './contract-calls.ts'

/** Limits used if the schema has no bounds. */
const LONGEST_TEXT = 200
const LONGEST_LIST = 8

/**
 * Values of the schema, often at its bounds.
 * @param texts replacements for texts without constraints, by the name of their field
 */
export function valuesOf(
  schema: JsonSchema,
  texts: (field: string) => fc.Arbitrary<unknown> | undefined = () => undefined,
  field = '',
): fc.Arbitrary<unknown> {
  const within = (inner: JsonSchema, name = field) => valuesOf(inner, texts, name)
  const { anyOf, oneOf, enum: values, type } = schema
  if ('const' in schema) return fc.constant(schema.const)
  if (values) return fc.constantFrom(...values)
  const choices = anyOf ?? oneOf
  if (choices) return fc.oneof(...choices.map(choice => within(choice)))
  switch (type) {
    case 'string':
      return isFree(schema) ? (texts(field) ?? textsOf(schema)) : textsOf(schema)
    case 'integer':
    case 'number':
      return numbersOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const { items = {}, minItems = 0, maxItems = LONGEST_LIST } = schema
      const bounds = { minLength: minItems, maxLength: Math.min(maxItems, LONGEST_LIST) }
      return fc.array(within(items as JsonSchema), bounds)
    }
    case 'object': {
      const { properties, required, additionalProperties: others } = schema
      if (!properties && typeof others === 'object')
        return fc.dictionary(fc.string(), within(others), { maxKeys: LONGEST_LIST })
      const entries = Object.entries(properties ?? {})
      const fields = entries.map(([name, inner]) => [name, within(inner as JsonSchema, name)])
      return fc.record(Object.fromEntries(fields), { requiredKeys: required as never[] })
    }
    default:
      return fc.jsonValue()
  }
}

/** True if a text has no constraints, like an id. */
export const isFree = ({ type, pattern, format, const: only, enum: values }: JsonSchema): boolean =>
  type === 'string' && !pattern && !format && only === undefined && !values

function textsOf({ format, pattern, minLength = 0, maxLength = LONGEST_TEXT }: JsonSchema) {
  if (format === 'date-time') return instants
  if (format === 'email') return fc.emailAddress()
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  const bounds = { minLength, maxLength: Math.min(maxLength, LONGEST_TEXT) }
  return fc.oneof(
    { weight: 8, arbitrary: fc.string(bounds) },
    { weight: 4, arbitrary: fc.string({ ...bounds, unit: anyCharacter }) },
    { weight: 1, arbitrary: fc.constantFrom(minLength, maxLength).map(n => 'ñ'.repeat(n)) },
  )
}

const instants = fc
  .date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
  .map(date => date.toISOString())

function numbersOf({ type, minimum, maximum }: JsonSchema): fc.Arbitrary<number> {
  const min = minimum ?? Number.MIN_SAFE_INTEGER
  const max = maximum ?? Number.MAX_SAFE_INTEGER
  const some = type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true })
  return fc.oneof(some, fc.constantFrom(min, max))
}

/** The same values with one to three places replaced, extended, wrapped or dropped. */
export const brokenValuesOf = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(values, fc.array(fc.tuple(fc.nat(), changes), { minLength: 1, maxLength: 3 }))
    .map(([value, made]) =>
      made.reduce((broken, [at, change]) => changed(broken, at, change), value),
    )

type Change = { kind: 'replace' | 'add' | 'wrap' | 'drop'; by: unknown }

const changes: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('replace', 'replace', 'add', 'wrap', 'drop'),
  by: fc.oneof(
    fc.jsonValue(),
    fc.constantFrom<unknown>(
      ...[null, '', ' ', 0, -1, 0.5, 1e308, 2 ** 53, -(2 ** 53), true, [], {}],
      ...['\0', '\ud800', '%00', '..', '../..', '__proto__', "' or 1=1 --", '{{{x}}}', 'ß\u202e'],
    ),
    fc.integer({ min: 1, max: 20_000 }).map(length => 'x'.repeat(length)),
    fc.integer({ min: 1, max: 2_000 }).map(length => Array.from({ length }, () => ({}))),
    fc.integer({ min: 1, max: 1_000 }).map(depth => nested(depth)),
  ),
})

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])

/** @param at index of a place in the value, counted from its root, modulo the number of places */
function changed(value: unknown, at: number, { kind, by }: Change): unknown {
  const places = countPlaces(value)
  let left = at % places
  const visit = (inner: unknown): unknown => {
    if (left === 0) {
      left = -1
      if (kind === 'wrap') return [inner]
      if (kind === 'drop') return undefined
      if (kind === 'add' && Array.isArray(inner)) return [...inner, by]
      if (kind === 'add' && isObject(inner)) return { ...inner, otro: by }
      return by
    }
    if (left < 0) return inner
    left -= 1
    if (Array.isArray(inner)) return inner.map(visit)
    if (!isObject(inner)) return inner
    return Object.fromEntries(Object.entries(inner).map(([key, each]) => [key, visit(each)]))
  }
  return visit(value)
}

const countPlaces = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, inner) => sum + countPlaces(inner), 1)
    : 1

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
