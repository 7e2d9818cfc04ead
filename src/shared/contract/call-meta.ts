import { getContractRouter, isContractProcedure } from '@orpc/contract'
import type { Collection } from '../model/live-event.ts'
import { contract } from './contract.ts'

/** What the call of this name changes; `['tags', 'rename']`: connections. */
export const changesOf = (name: readonly string[]): readonly Collection[] =>
  metaOf(name)?.changes ?? []

/** Which of an account's turns the call of this name takes: what may last leaves the others theirs. */
export function turnsOf(name: readonly string[]): 'at Telegram' | 'that last' | 'of all calls' {
  const meta = metaOf(name)
  if (meta?.asksTelegram) return 'at Telegram'
  return meta?.takesSeconds ? 'that last' : 'of all calls'
}

/** What is asked of who makes the call of this name, and whether it changes nothing. */
export function askedOf(name: readonly string[]) {
  const { meta, route } = callOf(name) ?? {}
  return { credential: meta?.credential, reads: route?.method === 'GET' }
}

const metaOf = (name: readonly string[]) => callOf(name)?.meta

function callOf(name: readonly string[]) {
  const call = getContractRouter(contract, name)
  return isContractProcedure(call) ? call['~orpc'] : undefined
}
