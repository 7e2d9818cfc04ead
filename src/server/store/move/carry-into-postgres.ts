import { StartError } from '#server/base/errors.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import {
  StoreAwayError,
  StoreBusyError,
  WriteInDoubtError,
} from '#server/store/engine/store-errors.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import type { ReachOptions } from '#server/store/engine/wait-for-postgres.ts'
import { migrate } from '#server/store/migrations/migrate.ts'
import { withoutTimeouts } from '#server/store/postgres-store.ts'
import { type Claim, claimEmpty } from './claim-empty.ts'
import { type CopiedTable, copyRows, DifferentRowsError, type OnProgress } from './copy-rows.ts'
import { movedTables } from './moved-tables.ts'

export type Carrying = {
  claim: Claim
  /** Called once the PostgreSQL is claimed; migrates `from` to this version if necessary. */
  prepare?: () => Promise<unknown>
  onProgress: OnProgress
  reaching?: Partial<ReachOptions> | undefined
}

/**
 * Copies the contents of a SQLite file, to which no other program writes meanwhile, into a PostgreSQL that it
 * claims, in one transaction, and compares them value by value.
 * @throws StartError with the reason
 */
export function carryIntoPostgres(
  from: Database,
  databaseUrl: string,
  { claim, prepare = async () => {}, onProgress, reaching }: Carrying,
): Promise<CopiedTable[]> {
  const carry = async (to: Transacting) => {
    await claimEmpty(to, claim)
    await prepare()
    await migrate(to)
    return await from
      .transaction()
      .execute(async source => copyRows(source, to, await movedTables(source), onProgress))
  }
  return withoutTimeouts(
    databaseUrl,
    to => transaction(to, carry, { patience: 0 }).catch(explain(claim)),
    reaching,
  )
}

/** @throws StartError; errors that the database explains itself are thrown unchanged */
const explain =
  ({ name }: Claim) =>
  (error: unknown): never => {
    if (error instanceof DifferentRowsError)
      throw new StartError(
        `«${error.table.title}» (la tabla ${error.table.name}) no quedó en PostgreSQL como estaba: no se ha trasladado nada.`,
      )
    if (error instanceof WriteInDoubtError)
      throw new StartError(
        `PostgreSQL se fue justo al final y no se sabe si ${name} quedó hecho: repite la orden; si entonces dice que no está vacío, quedó hecho.`,
        { cause: error },
      )
    if (error instanceof StoreBusyError && !(error instanceof StoreAwayError))
      throw new StartError(
        `Otro programa está usando el PostgreSQL de DATABASE_URL: detenlo y repite ${name}.`,
        { cause: error },
      )
    throw error
  }
