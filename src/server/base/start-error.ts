/** A start that cannot go on. The message is Spanish and says what to do; it is printed alone. */
export class StartError extends Error {
  override name = 'StartError'
}
