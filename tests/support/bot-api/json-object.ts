/** Reads JSON objects of a request field by field, with the error messages of the server. */
import { badRequest } from './refusal.ts'

export type JsonObject = ReadonlyMap<string, unknown>

/** Error of one field; readers of the object prefix its name. */
export class FieldError extends Error {}

export function asObject(value: unknown, whenNot: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new FieldError(whenNot)
  return new Map(Object.entries(value))
}

/** Object in a parameter; `called` is the server's name for it. Null if absent. */
export function objectParameter(json = '', called: string, calledInJson = called) {
  if (json === '') return null
  const value = parseJson(json)
  if (value === undefined) throw badRequest(`can't parse ${calledInJson} JSON object`)
  return refusing('', () => asObject(value, `object expected as ${called}`))
}

/** Undefined if it is not JSON. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Runs a reader; its `FieldError` becomes a Bad Request, prefixed with `prefix`. */
export function refusing<T>(prefix: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    const description = `${prefix}${error.message}`
    throw badRequest(description.charAt(0).toLowerCase() + description.slice(1))
  }
}

export function integer(object: JsonObject, name: string): number {
  const value = required(object, name)
  if (typeof value !== 'number' && typeof value !== 'string')
    throw new FieldError(`Field "${name}" must be a Number`)
  const number = /^-?\d+$/.test(String(value)) ? Number(value) : Number.NaN
  if (!(Math.abs(number) < 2 ** 31)) throw new FieldError(`Field "${name}" must be a valid Number`)
  return number
}

export const string = (object: JsonObject, name: string): string =>
  text(name, required(object, name))

export const optionalString = (object: JsonObject, name: string): string =>
  object.has(name) ? text(name, object.get(name)) : ''

export function optionalBoolean(object: JsonObject, name: string): boolean {
  const value = object.get(name) ?? (object.has(name) ? null : false)
  if (typeof value !== 'boolean') throw new FieldError(`Field "${name}" must be of type Boolean`)
  return value
}

export function object(parent: JsonObject, name: string): JsonObject {
  return asObject(required(parent, name), `Field "${name}" must be of type Object`)
}

/** Empty when it is absent. */
export function optionalArray(parent: JsonObject, name: string): unknown[] {
  const value = parent.has(name) ? parent.get(name) : []
  if (!Array.isArray(value)) throw new FieldError(`Field "${name}" must be of type Array`)
  return value
}

/** The real server ignores unknown fields; here they reveal a bug of the product. */
export function knowOnly(object: JsonObject, known: readonly string[], called: string): void {
  const unknown = [...object.keys()].find(name => !known.includes(name))
  if (unknown !== undefined) throw new FieldError(`This double knows no ${called} "${unknown}"`)
}

function required(object: JsonObject, name: string): unknown {
  if (!object.has(name)) throw new FieldError(`Can't find field "${name}"`)
  return object.get(name)
}

function text(name: string, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new FieldError(`Field "${name}" must be of type String`)
  return String(value)
}
