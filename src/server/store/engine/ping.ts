import type { Database } from './schema.ts'

/** @throws when the database does not answer */
export const ping = (db: Database) => db.selectFrom('settings').select('name').limit(1).execute()
