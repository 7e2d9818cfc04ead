/** Every call of the contract, derived from the contract, and its request. */
import { isContractProcedure } from '@orpc/contract'
import { z } from 'zod'
import { contract } from '#shared/contract/contract.ts'
import { exportFormats } from '#shared/list-choices.ts'
import { alertFilterSchema } from '#shared/model/alert.ts'
import { exportFileSchema } from '#shared/model/export-file.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

export type Call = {
  /** `connections.update` */
  name: string
  method: string
  path: string
  /** Schema of the input; null without an input. */
  schema: JsonSchema | null
  /** Content type of the body. A text input is the content of a file. */
  type: 'application/json' | 'application/octet-stream'
  /** True if the contract accepts this input. */
  takes: (input: unknown) => boolean
}

const exportFile: z.ZodType = exportFileSchema
/** Inputs that the contract leaves open. */
const inputs: Record<string, z.ZodType> = { 'data.importAll': exportFile }

const declared = Object.entries(contract).flatMap(([noun, verbs]) =>
  Object.entries(verbs)
    .filter(([, call]) => isContractProcedure(call))
    .map(
      ([
        verb,
        {
          '~orpc': { route, inputSchema },
        },
      ]) => {
        const name = `${noun}.${verb}`
        const input = inputs[name] ?? (inputSchema as z.ZodType | undefined)
        return callOf(name, route.method ?? '', route.path ?? '', input)
      },
    ),
)

/** A download is no call of the contract, since calls don't stream. */
const download = callOf(
  'alerts.export',
  'GET',
  '/alerts/export',
  alertFilterSchema.extend({
    format: z.enum(exportFormats),
    before: z.iso.datetime().optional(),
    tz: z.enum(['UTC', 'Europe/Madrid']).optional(),
  }),
)

export const calls: readonly Call[] = [...declared, download]

function callOf(name: string, method: string, path: string, input?: z.ZodType): Call {
  // The output schema says more about a text than its form before validation.
  const schema = input ? z.toJSONSchema(input, { io: 'output', unrepresentable: 'any' }) : null
  const type = input instanceof z.ZodFile ? 'application/octet-stream' : 'application/json'
  return {
    name,
    method,
    path,
    schema,
    type,
    takes: value => {
      if (!input) return value === undefined
      const isFile = input instanceof z.ZodFile
      return input.safeParse(isFile ? new File([String(value)], 'file', { type }) : value).success
    },
  }
}

/** Puts the fields that the path names into the path, the rest into the query or the body. */
export function requestOf(
  { method, path, type }: Pick<Call, 'method' | 'path' | 'type'>,
  input: unknown,
): { method: string; target: string; body: string | null } {
  const fields: Record<string, unknown> = isRecord(input) ? { ...input } : {}
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = fields[name]
    delete fields[name]
    return encodeURIComponent(String(value).toWellFormed())
  })
  const rest = isRecord(input) ? fields : input
  if (type === 'application/octet-stream' && typeof input === 'string')
    return { method, target: `/api${address}`, body: input }
  if (method !== 'GET')
    return { method, target: `/api${address}`, body: JSON.stringify(rest) ?? null }
  const query = new URLSearchParams(isRecord(rest) ? pairsOf(rest) : [])
  return { method, target: `/api${address}?${query}`, body: null }
}

const pairsOf = (value: unknown, name = ''): [string, string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) =>
        pairsOf(inner, name ? `${name}[${key}]` : key),
      )
    : [[name, String(value)]]

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
