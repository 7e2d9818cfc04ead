import { getContractRouter, isContractProcedure } from '@orpc/contract'
import type { Collection } from '../model/live-event.ts'
import { contract } from './contract.ts'

/** Collections that the call changes; `['tags', 'rename']`: connections. */
export const changesOf = (name: readonly string[]): readonly Collection[] =>
  metaOf(name)?.changes ?? []

/** Limit of an account's concurrent calls that counts the call. Slow calls have their own, so others don't wait. */
export function turnsOf(name: readonly string[]): 'at Telegram' | 'that last' | 'of all calls' {
  const meta = metaOf(name)
  if (meta?.asksTelegram) return 'at Telegram'
  return meta?.takesSeconds ? 'that last' : 'of all calls'
}

/** Credential that the call requires, and whether it only reads. */
export function askedOf(name: readonly string[]) {
  const { meta, route } = callOf(name) ?? {}
  return { credential: meta?.credential, reads: route?.method === 'GET' }
}

const metaOf = (name: readonly string[]) => callOf(name)?.meta

function callOf(name: readonly string[]) {
  const call = getContractRouter(contract, name)
  return isContractProcedure(call) ? call['~orpc'] : undefined
}
