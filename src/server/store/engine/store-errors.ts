/** The database did not accept a statement in time. */
export class StoreBusyError extends Error {
  override name = 'StoreBusyError'
}

/** Another transaction held a row, or wrote the same row first: only this transaction is affected. */
export class RowBusyError extends StoreBusyError {
  override name = 'RowBusyError'
}

/** The database can't be reached. */
export class StoreAwayError extends StoreBusyError {
  override name = 'StoreAwayError'
}

/** The write may have taken effect or not: the database went away at the commit, or takes too long. */
export class WriteInDoubtError extends StoreBusyError {
  override name = 'WriteInDoubtError'
}

/** The disk of the database is full. */
export class StoreFullError extends StoreBusyError {
  override name = 'StoreFullError'
}
