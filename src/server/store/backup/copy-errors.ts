import { errorCode, StartError } from '#server/base/errors.ts'
import { SQLITE_FULL, sqliteCode } from '#server/store/engine/sqlite.ts'
import { asStartError } from '#server/store/engine/sqlite-dialect.ts'
import { StoreFullError } from '#server/store/engine/store-errors.ts'

/** StartError that says in one Spanish sentence why a copy can't be written or read; other errors unchanged. */
export function asCopyError(error: unknown, path: string): unknown {
  const code = errorCode(error)
  if (isFull(error))
    return new StartError(`No queda espacio para la copia de ${path}.`, { cause: error })
  if (code?.startsWith('E') && !code.startsWith('ERR_'))
    return new StartError(`No se puede usar ${path} (${code}).`, { cause: error })
  return asStartError(error, path)
}

const isFull = (error: unknown): boolean =>
  error instanceof StoreFullError ||
  sqliteCode(error) === SQLITE_FULL ||
  errorCode(error) === 'ENOSPC'
