import { Migrator } from 'kysely/migration'
import { clock } from '#server/base/clock.ts'
import { StartError } from '#server/base/errors.ts'
import { hasTable } from '#server/store/engine/dialect.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { RowBusyError } from '#server/store/engine/store-errors.ts'
import * as start from './0001-start.ts'
import * as delivery from './0002-delivery.ts'
import * as processes from './0003-processes.ts'
import * as panel from './0004-panel.ts'
import * as tvConfigs from './0005-tv-configs.ts'
import * as preferences from './0006-preferences.ts'
import * as search from './0007-search.ts'
import * as tombstones from './0008-tombstones.ts'
import * as outagesAndParts from './0009-outages-and-parts.ts'
import * as fit from './0010-fit.ts'
import * as outcomes from './0011-outcomes.ts'
import * as lighterNotes from './0012-lighter-notes.ts'
import * as receivedFrom from './0013-received-from.ts'
import * as addresses from './0014-addresses.ts'
import * as pauses from './0015-pauses.ts'
import * as accountZone from './0016-account-zone.ts'
import * as chatLinks from './0017-chat-links.ts'
import * as buttons from './0018-buttons.ts'
import * as sessionLife from './0019-session-life.ts'
import * as accountEvents from './0020-account-events.ts'
import * as passkeys from './0021-passkeys.ts'
import * as secondFactor from './0022-second-factor.ts'
import * as apiTokens from './0023-api-tokens.ts'
import * as attemptLog from './0024-attempt-log.ts'
import * as failures from './0025-failures.ts'
import * as keyboardShortcuts from './0026-keyboard-shortcuts.ts'
import * as mended from './0027-mended.ts'
import * as watch from './0028-watch.ts'
import * as reconciliation from './0029-reconciliation.ts'
import * as doubts from './0030-doubts.ts'
import * as gaps from './0031-gaps.ts'
import * as ownText from './0032-own-text.ts'
import * as neverShown from './0033-never-shown.ts'
import * as searchWithoutSecrets from './0034-search-without-secrets.ts'
import * as lineVersion from './0035-line-version.ts'
import * as searchWithoutNames from './0036-search-without-names.ts'
import { FIRST_MIGRATION } from './foreign-file.ts'

const migrations = {
  '0001-start': start,
  '0002-delivery': delivery,
  '0003-processes': processes,
  '0004-panel': panel,
  '0005-tv-configs': tvConfigs,
  '0006-preferences': preferences,
  '0007-search': search,
  '0008-tombstones': tombstones,
  '0009-outages-and-parts': outagesAndParts,
  '0010-fit': fit,
  '0011-outcomes': outcomes,
  '0012-lighter-notes': lighterNotes,
  '0013-received-from': receivedFrom,
  '0014-addresses': addresses,
  '0015-pauses': pauses,
  '0016-account-zone': accountZone,
  '0017-chat-links': chatLinks,
  '0018-buttons': buttons,
  '0019-session-life': sessionLife,
  '0020-account-events': accountEvents,
  '0021-passkeys': passkeys,
  '0022-second-factor': secondFactor,
  '0023-api-tokens': apiTokens,
  '0024-attempt-log': attemptLog,
  '0025-failures': failures,
  '0026-keyboard-shortcuts': keyboardShortcuts,
  '0027-mended': mended,
  '0028-watch': watch,
  '0029-reconciliation': reconciliation,
  '0030-doubts': doubts,
  '0031-gaps': gaps,
  '0032-own-text': ownText,
  '0033-never-shown': neverShown,
  '0034-search-without-secrets': searchWithoutSecrets,
  '0035-line-version': lineVersion,
  '0036-search-without-names': searchWithoutNames,
}

export type MigrationName = keyof typeof migrations

export const migrationNames = Object.keys(migrations) as MigrationName[]

/** Pause before a migration is tried again: transactions that queued behind it get their locks. */
const HELD_PAUSE_MS = 1_000

/**
 * Migrates the database to this version's form; migrations that were applied already are left as they are. Each
 * migration is one transaction with its mark, so that after a kill the next start goes on. A migration held up
 * for longer than `db` waits for a lock is tried again, as long as it takes.
 * @param options.last the last migration to apply, if that is not the newest
 * @param options.onHeld called each time that others hold up a migration
 * @param options.copyBefore returns the path of the copy from before a newer version's migration, if it exists
 * @returns the names of the migrations that were applied now
 * @throws StartError if a newer Pregonero or another program has migrated the database
 */
export async function migrate(
  db: Database,
  {
    last,
    onHeld,
    copyBefore,
  }: {
    last?: MigrationName
    onHeld?: () => void
    copyBefore?: (migration: string) => string | undefined
  } = {},
): Promise<string[]> {
  const applied = await appliedMigrations(db)
  refuseUnknown(applied, copyBefore)
  const wanted = Object.entries(migrations).filter(([name]) => !last || name <= last)
  // Otherwise Kysely would first describe every table and column.
  if (wanted.every(([name]) => applied.includes(name))) return []
  const provider = { getMigrations: async () => Object.fromEntries(wanted) }
  const migrator = new Migrator({ db, provider })
  const names: string[] = []
  for (;;) {
    const applied = await untilFree(async () => {
      const { error, results = [] } = await migrator.migrateUp()
      if (error) throw error
      return results
    }, onHeld)
    if (applied.length === 0) return names
    names.push(...applied.map(result => result.migrationName))
  }
}

/** Waits until no other process migrates the database, or fills it under the same lock. */
export const waitForMigrations = (db: Database, onHeld?: () => void): Promise<void> =>
  untilFree(async () => {
    const { adapter } = db.getExecutor()
    await adapter.acquireMigrationLock(db, MIGRATION_LOCK)
    await adapter.releaseMigrationLock(db, MIGRATION_LOCK)
  }, onHeld)

/** Lock that Kysely's migrator takes, as its adapters expect it. */
export const MIGRATION_LOCK = { lockTable: 'kysely_migration_lock', lockRowId: 'migration_lock' }

async function untilFree<T>(work: () => Promise<T>, onHeld?: () => void): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof RowBusyError)) throw error
      onHeld?.()
      await clock.pause(HELD_PAUSE_MS)
    }
  }
}

/**
 * First missing migration of a database that was migrated before; undefined for a new database, or if all were
 * applied.
 */
export async function nextMigration(db: Database): Promise<string | undefined> {
  const applied = await appliedMigrations(db)
  return applied.length === 0 ? undefined : migrationNames.find(name => !applied.includes(name))
}

/**
 * Newest applied migration; undefined without any.
 * @throws StartError if this version does not know one of the applied migrations
 */
export async function newestMigration(db: Database): Promise<MigrationName | undefined> {
  const applied = await appliedMigrations(db)
  refuseUnknown(applied)
  return migrationNames.findLast(name => applied.includes(name))
}

/** Names of the applied migrations, in order. */
export async function appliedMigrations(db: Database): Promise<string[]> {
  if (!(await hasTable(db, 'kysely_migration'))) return []
  const rows = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

function refuseUnknown(
  applied: readonly string[],
  copyBefore: (migration: string) => string | undefined = () => undefined,
): void {
  const unknown = applied.find(name => !(name in migrations))
  if (unknown === undefined) return
  if (!applied.includes(FIRST_MIGRATION))
    throw new StartError(
      'La base de datos es de otro programa y queda como está. Crea otra para Pregonero.',
    )
  const copy = copyBefore(unknown)
  throw new StartError(
    `La base de datos es de un Pregonero más nuevo (${applied.at(-1)}). Actualiza este programa, o vuelve a ${
      copy === undefined
        ? 'una copia de seguridad de esta versión, sin lo que llegó después: npm run pregonero -- restore ARCHIVO --force'
        : `la copia de antes de la actualización, sin lo que llegó después: npm run pregonero -- restore ${copy} --force`
    }`,
  )
}
