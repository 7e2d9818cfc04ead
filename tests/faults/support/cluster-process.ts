import type { ChildServer } from '../../support/child-server.ts'
import { freePort } from '../../support/free-port.ts'
import { startTcpLink, type TcpLink } from '../../support/tcp-link.ts'
import { asChild } from './start-server.ts'

export type ClusterEnv = {
  DATABASE_URL: string
  /** The process's name is appended, so that the double knows who asks. */
  TELEGRAM_API_ROOT: string
  SECRET_KEY: string
}

/** Process of a cluster on one PostgreSQL, with a network link of its own. */
export type ClusterProcess = AsyncDisposable & {
  name: string
  origin: string
  toDatabase: TcpLink
  /** Kills it without a clean end. */
  kill: () => Promise<void>
  /** Asks it to end, and waits until it has. */
  stop: () => Promise<void>
  start: () => Promise<void>
  /** Freezes it, like a suspended machine. */
  freeze: () => void
  thaw: () => void
}

export async function startClusterProcess(
  name: string,
  { role, env, pace }: { role: 'web' | 'worker'; env: ClusterEnv; pace: number },
): Promise<ClusterProcess> {
  await using open = new AsyncDisposableStack()
  const database = new URL(env.DATABASE_URL)
  const toDatabase = open.use(await startTcpLink(Number(database.port)))
  const port = String(await freePort())
  const own = {
    ...env,
    ROLE: role,
    PORT: port,
    DATABASE_URL: Object.assign(database, { port: String(toDatabase.port) }).href,
    TELEGRAM_API_ROOT: `${env.TELEGRAM_API_ROOT}/${name}`,
    LOG_LEVEL: 'silent',
  }
  let server: ChildServer
  async function start(): Promise<void> {
    server = await asChild(pace)(own)
  }
  await start()
  open.defer(() => server[Symbol.asyncDispose]())

  const held = open.move()
  return {
    name,
    origin: `http://127.0.0.1:${port}`,
    toDatabase,
    kill: () => server.kill(),
    async stop() {
      await server.stop()
    },
    start,
    freeze: () => void process.kill(server.pid, 'SIGSTOP'),
    thaw: () => void process.kill(server.pid, 'SIGCONT'),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}
