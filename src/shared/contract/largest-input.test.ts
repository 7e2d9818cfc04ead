import { isContractProcedure } from '@orpc/contract'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { MAX_IMPORT_BYTES } from '../limits.ts'
import { contract } from './contract.ts'
import { largestInput } from './largest-input.ts'

const calls = Object.entries(contract).flatMap(([noun, verbs]) =>
  Object.entries(verbs)
    .filter(([, call]) => isContractProcedure(call))
    .map(([verb, call]) => ({ name: `${noun}.${verb}`, ...call['~orpc'] })),
)

it.each(calls)('$name has a bound for every list, text, record and number', ({ inputSchema }) => {
  expect(largestInput(inputSchema)).toBeLessThanOrEqual(MAX_IMPORT_BYTES)
})

it.each<[string, z.ZodType]>([
  ['text', z.object({ a: z.string() })],
  ['file', z.file().min(1)],
  ['list', z.object({ a: z.array(z.boolean()) })],
  ['list of texts', z.array(z.string()).max(3)],
  ['record', z.record(z.string().max(3), z.boolean())],
  ['key', z.record(z.string(), z.boolean()).meta({ maxProperties: 3 })],
  ['number', z.object({ a: z.number().min(0) }).partial()],
  ['anything', z.object({ a: z.unknown() })],
  ['object with more', z.looseObject({})],
  ['one of several', z.union([z.literal(1), z.string()])],
  ['after another reading', z.string().transform(Number).pipe(z.number().max(3))],
])('throws on an input without a bound: %s', (_what, schema) => {
  expect(() => largestInput(schema)).toThrow(/has no bound/)
})

it('bounds an input by its JSON with all characters escaped, or by its file size', () => {
  const schema = z.object({ ab: z.array(z.string().max(2)).max(2), c: z.boolean().optional() })
  const largest = '{"ab":["\\u0000\\u0000","\\u0000\\u0000"],"c":false}'
  expect(largestInput(schema)).toBeGreaterThanOrEqual(largest.length)
  expect(largestInput(schema)).toBeLessThan(2 * largest.length)
  expect(largestInput(undefined)).toBe(0)
  expect(largestInput(z.file().max(5))).toBe(5)
})
