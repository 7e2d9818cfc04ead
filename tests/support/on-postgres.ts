/** Makes the tests of a Vitest project run on PostgreSQL; its set-up file next to `postgres-setup.ts`. */
import { inject } from 'vitest'
import { dropDatabase, freshDatabase } from './fresh-database.ts'
import { keepInPostgres } from './test-place.ts'

const url = inject('postgresUrl')
keepInPostgres({
  empty: () => freshDatabase(url),
  migrated: () => freshDatabase(url, inject('postgresMigrated')),
  drop: databaseUrl => dropDatabase(url, databaseUrl),
})
