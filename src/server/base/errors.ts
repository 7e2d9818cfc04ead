/** The server cannot start. The message is Spanish and says what to do; it is printed alone. */
export class StartError extends Error {
  override name = 'StartError'
}

/** The code of a system error (`ENOENT`, `EACCES`, …), if it is one. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
