import type { Database } from './schema.ts'

export async function sessionIds(db: Database, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('session').select('id').where('userId', '=', userId).execute()
  return rows.map(row => row.id)
}

export const deleteSessions = (db: Database, userId: string) =>
  db.deleteFrom('session').where('userId', '=', userId).execute()
