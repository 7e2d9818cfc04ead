import type { AnySchema } from '@orpc/contract'
import { z } from 'zod'

type JsonSchema = z.core.JSONSchema.BaseSchema

/**
 * Maximum size in bytes of a call's input, as a file or as JSON without spaces. `.meta({ 'x-max-bytes': … })`
 * sets it for a schema as a whole, in place of the sum of its parts.
 * @throws Error that names the part without a bound
 */
export function largestInput(schema: AnySchema | undefined): number {
  if (schema === undefined) return 0
  if (!(schema instanceof z.ZodType)) throw new Error('the input is no schema of zod')
  return largest(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), 'the input')
}

/** `\u0000` */
const ESCAPED_CHARACTER = 6
const LONGEST_NUMBER = 24

function largest(schema: JsonSchema, where: string): number {
  const own = schema['x-max-bytes']
  if (typeof own === 'number') return own
  const values = schema.const === undefined ? schema.enum : [schema.const]
  if (values) return Math.max(...values.map(value => JSON.stringify(value).length))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return Math.max(...choices.map(choice => largest(choice, where)))
  switch (schema.type) {
    case 'null':
    case 'boolean':
      return 'false'.length
    case 'integer':
    case 'number':
      bounded(schema.minimum ?? schema.exclusiveMinimum, where)
      bounded(schema.maximum ?? schema.exclusiveMaximum, where)
      return LONGEST_NUMBER
    case 'string':
      return schema.contentEncoding === 'binary'
        ? bounded(schema.maxLength, where)
        : ESCAPED_CHARACTER * bounded(schema.maxLength, where) + 2
    case 'array':
      return 2 + bounded(schema.maxItems, where) * (1 + largest(part(schema.items), `${where}[]`))
    case 'object':
      return 2 + largestMembers(schema, where)
    default:
      throw unbounded(where)
  }
}

function largestMembers(schema: JsonSchema, where: string): number {
  let bytes = 0
  for (const [key, value] of Object.entries(schema.properties ?? {}))
    bytes += JSON.stringify(key).length + 2 + largest(part(value), `${where}.${key}`)
  if (!schema.additionalProperties) return bytes
  const key = largest(part(schema.propertyNames), `a key of ${where}`)
  const value = largest(part(schema.additionalProperties), `${where}.*`)
  return bytes + bounded(schema.maxProperties, where) * (key + value + 2)
}

const part = (schema: unknown): JsonSchema => (typeof schema === 'object' ? { ...schema } : {})

function bounded(bound: unknown, where: string): number {
  if (typeof bound !== 'number') throw unbounded(where)
  return bound
}

const unbounded = (where: string) => new Error(`${where} has no bound`)
