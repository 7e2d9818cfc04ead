import { isContractProcedure } from '@orpc/contract'
import { expect, it } from 'vitest'
import { contract } from './contract.ts'

const calls = Object.entries(contract).flatMap(([noun, verbs]) =>
  Object.entries(verbs)
    .filter(([, call]) => isContractProcedure(call))
    .map(([verb, call]) => ({ name: `${noun}.${verb}`, ...call['~orpc'] })),
)
const named = (isNamed: (call: (typeof calls)[number]) => boolean) =>
  calls.filter(isNamed).map(({ name }) => name)

it('every call says what it changes, and those that only read say nothing', () => {
  const saying = named(({ meta }) => 'changes' in meta)
  expect(saying).toEqual(named(({ route }) => route.method !== 'GET'))
  expect(saying).toContain('alerts.purge')
})

it('what a call of anyone changes belongs to no account that could be told', () => {
  for (const { name, meta, errorMap } of calls)
    if (!('UNAUTHORIZED' in errorMap)) expect([name, meta.changes ?? []]).toEqual([name, []])
})
