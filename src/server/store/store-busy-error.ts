/** Somebody else held the database for longer than the caller could wait; nothing was written. */
export class StoreBusyError extends Error {
  override name = 'StoreBusyError'
}

/** The database can't be reached; nothing was written. */
export class StoreAwayError extends StoreBusyError {
  override name = 'StoreAwayError'
}

/** The database went away while it was to keep something: it may have been written or not. */
export class WriteInDoubtError extends StoreAwayError {
  override name = 'WriteInDoubtError'
}
