/** The database did not take it in time. */
export class StoreBusyError extends Error {
  override name = 'StoreBusyError'
}

/** Another transaction held a row, or wrote what this one would have written: only this one is concerned. */
export class RowBusyError extends StoreBusyError {
  override name = 'RowBusyError'
}

/** The database can't be reached. */
export class StoreAwayError extends StoreBusyError {
  override name = 'StoreAwayError'
}

/** It may have been written or not: the database went away in that moment, or takes too long. */
export class WriteInDoubtError extends StoreBusyError {
  override name = 'WriteInDoubtError'
}

/** Its disk has no room. */
export class StoreFullError extends StoreBusyError {
  override name = 'StoreFullError'
}
