import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../support/free-port.ts'
import { until } from '../../support/until.ts'

/** A real PgBouncer in front of a PostgreSQL. */
export type PgBouncer = AsyncDisposable & {
  /** The database's URL through the pooler. */
  url: string
  /** Kills it without a clean end. */
  kill: () => Promise<void>
  /** Starts it again, on the same port. */
  start: () => Promise<void>
}

/** Distributions install PgBouncer into /usr/sbin, which may only be in root's PATH. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }

/** Reason for skipping; null if PgBouncer is installed. */
export const whyNoPgBouncer = (): string | null =>
  spawnSync('pgbouncer', ['--version'], { env }).status === 0 ? null : 'PgBouncer is not installed'

export async function startPgBouncer(
  databaseUrl: string,
  mode: 'session' | 'transaction',
): Promise<PgBouncer> {
  await using open = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'pregonero-pgbouncer-'))
  open.defer(() => rm(folder, { recursive: true, force: true }))
  const { hostname, port: target, username, password } = new URL(databaseUrl)
  const port = await freePort()
  const users = join(folder, 'users.txt')
  const settings = join(folder, 'pgbouncer.ini')
  await writeFile(users, `"${username}" "${password}"\n`)
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = 100
max_client_conn = 300
`,
  )
  await chmod(folder, 0o755)
  // PgBouncer refuses to run as root.
  const asWhom = process.getuid?.() === 0 ? ['--user', 'nobody'] : []

  let pgbouncer: ChildProcess
  async function start(): Promise<void> {
    pgbouncer = spawn('pgbouncer', ['--quiet', ...asWhom, settings], { env, stdio: 'ignore' })
    await until('PgBouncer listens', () => isOpen(port))
  }
  async function kill(): Promise<void> {
    if (pgbouncer.exitCode !== null || pgbouncer.signalCode !== null) return
    const ended = once(pgbouncer, 'exit')
    pgbouncer.kill('SIGKILL')
    await ended
  }
  await start()
  open.defer(kill)

  const held = open.move()
  return {
    url: Object.assign(new URL(databaseUrl), { port: String(port) }).href,
    kill,
    start,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isConnected = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isConnected
}
