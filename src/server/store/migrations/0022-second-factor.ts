import type { Kysely } from 'kysely'
import { columnTypes } from '#server/store/engine/dialect.ts'

/** Second factors (codes of an app), and recovery codes for a lost phone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(db)
  await db.schema
    .createTable('second_factors')
    .addColumn('user_id', text, column =>
      column.primaryKey().references('user.id').onDelete('cascade'),
    )
    .addColumn('secret', text, column => column.notNull())
    .addColumn('since', 'bigint', column => column.notNull())
    .addColumn('last_step', 'bigint', column => column.notNull())
    .addColumn('tries', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('tries_since', 'bigint', column => column.notNull().defaultTo(0))
    .addColumn('known_tries', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('known_tries_since', 'bigint', column => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('recovery_codes')
    .addColumn('user_id', text, column =>
      column.notNull().references('user.id').onDelete('cascade'),
    )
    .addColumn('code_hash', text, column => column.notNull())
    .addPrimaryKeyConstraint('recovery_codes_of_account', ['user_id', 'code_hash'])
    .execute()
}
