import { Migrator } from 'kysely/migration'
import { StartError } from '#server/base/start-error.ts'
import * as start from './migrations/0001-start.ts'
import * as delivery from './migrations/0002-delivery.ts'
import * as processes from './migrations/0003-processes.ts'
import * as panel from './migrations/0004-panel.ts'
import * as tvConfigs from './migrations/0005-tv-configs.ts'
import * as preferences from './migrations/0006-preferences.ts'
import * as search from './migrations/0007-search.ts'
import * as tombstones from './migrations/0009-tombstones.ts'
import * as silentBots from './migrations/0010-silent-bots.ts'
import type { Database } from './schema.ts'

const migrations = {
  '0001-start': start,
  '0002-delivery': delivery,
  '0003-processes': processes,
  '0004-panel': panel,
  '0005-tv-configs': tvConfigs,
  '0006-preferences': preferences,
  '0007-search': search,
  '0009-tombstones': tombstones,
  '0010-silent-bots': silentBots,
}

/**
 * Brings the database to this version's form; what was applied before is left as it is.
 * @returns the names of the migrations that were applied now
 * @throws StartError when a newer Pregonero has already been here
 */
export async function migrate(db: Database): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  await refuseNewer(db)
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.map(result => result.migrationName)
}

async function refuseNewer(db: Database): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(table => table.name === 'kysely_migration')) return
  const applied = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name', 'desc')
    .executeTakeFirst()
  if (applied && !(applied.name in migrations))
    throw new StartError(
      `La base de datos es de un Pregonero más nuevo (${applied.name}). Actualiza este programa o usa otros datos.`,
    )
}
