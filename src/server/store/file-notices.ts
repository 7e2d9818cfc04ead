import type { Logger } from 'pino'
import type { Store } from './open-store.ts'

const LOOK_EVERY_MS = 1_000

/** The administration commands write beside a running server, which has to look again then. */
export function watchForeignWrites(
  { foreignVersion }: Pick<Store, 'foreignVersion'>,
  onWrite: () => Promise<void>,
  log: Logger,
): Disposable {
  let seen = foreignVersion()
  const timer = setInterval(
    () => look().catch(error => log.error({ err: error }, 'could not look')),
    LOOK_EVERY_MS,
  )
  async function look(): Promise<void> {
    const version = foreignVersion()
    if (version === seen) return
    seen = version
    await onWrite()
  }
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
