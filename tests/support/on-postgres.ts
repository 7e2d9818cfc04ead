/** Makes the tests of a Vitest project run on PostgreSQL, as its set-up file beside `postgres-setup.ts`. */
import { inject } from 'vitest'
import { freshDatabase } from './fresh-database.ts'
import { keepInPostgres } from './test-place.ts'

keepInPostgres(() => freshDatabase(inject('postgresUrl')))
