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

it('every call except a GET declares its changes', () => {
  const saying = named(({ meta }) => 'changes' in meta)
  expect(saying).toEqual(named(({ route }) => route.method !== 'GET'))
  expect(saying).toContain('alerts.purge')
})

it('a call without sign-in declares no changes', () => {
  for (const { name, meta, errorMap } of calls)
    if (!('UNAUTHORIZED' in errorMap)) expect([name, meta.changes ?? []]).toEqual([name, []])
})
