/** Whether Telegram answers, as the processes that send have last found it. */
import type { Database } from './schema.ts'
import { forgetSetting, readSetting, writeSetting } from './settings.ts'

const SILENCE = 'telegram-silence'

/** Whoever finds no answer says so again and again: one that was killed meanwhile says nothing more. */
const BELIEVED_FOR_MS = 60_000

type Silence = { since: number; seen: number }

/** @param since, @param seen milliseconds UTC */
export const keepSilence = (db: Database, silence: Silence) =>
  writeSetting(db, SILENCE, JSON.stringify(silence))

export const endSilence = (db: Database) => forgetSetting(db, SILENCE)

/** @returns since when Telegram answers nobody; null while it does. Milliseconds UTC. */
export async function silentSince(db: Database, now: number): Promise<number | null> {
  const stored = await readSetting(db, SILENCE)
  if (stored === undefined) return null
  const { since, seen }: Silence = JSON.parse(stored)
  return Math.abs(now - seen) < BELIEVED_FOR_MS ? since : null
}
