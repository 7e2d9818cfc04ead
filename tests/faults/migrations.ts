import { deepEqual, equal } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { migrate, migrationNames } from '#server/store/migrations/migrate.ts'
import { openStore, type StorePlace } from '#server/store/open-store.ts'
import { seededRandom } from '../../scripts/demo/random.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { startPostgres } from '../support/postgres.ts'
import { contentOf, fillHistory, openUnmigrated } from '../support/unmigrated.ts'
import type { Fault } from './support/fault.ts'

const SEED = 20_260_713

/** Makes and copies older installations. */
type Ground = AsyncDisposable & {
  empty: () => Promise<StorePlace>
  copy: (place: StorePlace) => Promise<StorePlace>
  /** Checks for other damage done by the kills. */
  check: (struck: StorePlace, alerts: number) => Promise<void>
}

export const killedInMigrations: Fault = {
  name: 'killed in migrations',
  run: async pace => {
    await using ground = await folders()
    return await strikeEach(ground, pace)
  },
}

export const killedInPostgresMigrations: Fault = {
  name: 'killed in migrations on PostgreSQL',
  run: async pace => {
    await using ground = await databases()
    return await strikeEach(ground, pace)
  },
}

const quick = { alerts: 5_000, kills: 3, states: migrationNames.slice(0, 1) }
const thorough = { alerts: 200_000, kills: 8, states: migrationNames.slice(0, -1) }

/** For each migration, opens an installation with a history and kills it several times. */
async function strikeEach(ground: Ground, pace: number) {
  const { alerts, kills, states } = pace === 1 ? thorough : quick
  const random = seededRandom(SEED)
  const older = await ground.empty()
  const kept = { acknowledged: 0, arrived: 0, failed: 0, repeats: 0 }
  for (const last of states) {
    await bringTo(older, last, last === migrationNames[0] ? alerts : 0)
    const [undisturbed, struck] = [await ground.copy(older), await ground.copy(older)]
    const took = await open(undisturbed)
    for (let kill = 0; kill < kills; kill += 1) await open(struck, took * random())
    await ground.check(struck, alerts)
    const [content, expected] = [await contentOnceOpen(struck), await contentOnceOpen(undisturbed)]
    deepEqual(content, expected)
    kept.acknowledged += alerts
    kept.arrived += content.rows.alerts ?? 0
  }
  equal(kept.arrived, kept.acknowledged)
  return kept
}

async function bringTo(
  place: StorePlace,
  last: (typeof migrationNames)[number],
  alerts: number,
): Promise<void> {
  await using db = openUnmigrated(place)
  await migrate(db, { last })
  if (alerts > 0) await fillHistory(db, alerts)
}

/**
 * Opens the store in a separate process.
 * @param killedAfter milliseconds; undefined to let it finish
 * @returns its duration in milliseconds
 */
async function open(place: StorePlace, killedAfter?: number): Promise<number> {
  const entry = join(import.meta.dirname, 'support/opening.ts')
  const child = spawn(process.execPath, [entry, JSON.stringify(place)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  const begun = performance.now()
  if (killedAfter !== undefined) {
    await Promise.race([pause(killedAfter), ended])
    child.kill('SIGKILL')
  }
  const [code, signal] = await ended
  if (code !== 0 && signal !== 'SIGKILL') throw new Error('it did not start')
  return performance.now() - begun
}

async function contentOnceOpen(place: StorePlace) {
  await using store = await openStore(place)
  return await contentOf(store.db)
}

async function folders(): Promise<Ground> {
  const parent = await mkdtemp(join(tmpdir(), 'pregonero-'))
  const empty = async () => ({ dataDir: await mkdtemp(join(parent, 'data-')) })
  return {
    empty,
    async copy(place) {
      const folder = await empty()
      if ('dataDir' in place) await cp(place.dataDir, folder.dataDir, { recursive: true })
      return folder
    },
    async check(struck, alerts) {
      const folder = join('dataDir' in struck ? struck.dataDir : '', 'backups')
      for (const name of await readdir(folder))
        if (name.startsWith('antes-de-')) checkCopy(join(folder, name), alerts)
    },
    [Symbol.asyncDispose]: () => rm(parent, { recursive: true }),
  }
}

/** Checks that a copy is complete. */
function checkCopy(path: string, alerts: number): void {
  using copy = new DatabaseSync(path)
  deepEqual({ ...copy.prepare('pragma integrity_check').get() }, { integrity_check: 'ok' })
  deepEqual({ ...copy.prepare('select count(*) as n from alerts').get() }, { n: alerts })
}

async function databases(): Promise<Ground> {
  const postgres = await startPostgres()
  return {
    empty: async () => ({ databaseUrl: await postgres.createDatabase() }),
    async copy(place) {
      const name = new URL('databaseUrl' in place ? place.databaseUrl : '').pathname.slice(1)
      return { databaseUrl: await freshDatabase(postgres.url, name) }
    },
    async check() {},
    [Symbol.asyncDispose]: () => postgres[Symbol.asyncDispose](),
  }
}
