import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder; every command runs in it. */
export const root = fileURLToPath(new URL('..', import.meta.url))

const tools = join(root, 'node_modules', '.bin')
const forwarded = ['SIGINT', 'SIGTERM']

/**
 * Starts a command with the project's own Node and tools before the system's, and passes this
 * process's signals on to it. `ended` resolves to its exit status: 128 + n after signal n, 127 if
 * the command does not exist.
 * @param options.write receives its output, which otherwise goes to this process's own
 */
export function start(command, args, { variables = {}, write } = {}) {
  const env = { ...process.env, ...variables, PATH: ownPath() }
  return launch(
    command,
    args,
    { stdio: write ? ['ignore', 'pipe', 'pipe'] : 'inherit', env },
    write,
  )
}

/** Runs a command like `start`, until it ends. */
export function run(command, args) {
  return start(command, args).ended
}

/** True if `become` works: neither on Windows nor in an old Node. */
export const canBecome = process.execve !== undefined && process.platform !== 'win32'

/** Replaces this program by one of the project's tools, in the same process. */
export function become(tool, args) {
  process.chdir(root)
  process.execve(join(tools, tool), [tool, ...args], { ...process.env, PATH: ownPath() })
}

/** Runs npm with the system's Node, since npm may replace the project's own. */
export function runNpm(args) {
  const env = { ...process.env, PATH: systemPath().join(delimiter) }
  return launch('npm', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).ended
}

function launch(command, args, options, write) {
  const child = spawn(command, args, { cwd: root, ...options })
  const stop = signal => child.kill(signal)
  for (const signal of forwarded) process.on(signal, stop)
  if (write) for (const stream of [child.stdout, child.stderr]) stream.on('data', write)
  const ended = new Promise(resolve => {
    child.once('error', error => {
      console.error(error.message)
      resolve(127)
    })
    child.once(write ? 'close' : 'exit', (code, signal) =>
      resolve(code ?? 128 + constants.signals[signal]),
    )
  }).finally(() => {
    for (const signal of forwarded) process.off(signal, stop)
  })
  return { ended, stop }
}

const ownPath = () => [tools, ...systemPath()].join(delimiter)

function systemPath() {
  return (process.env.PATH ?? '').split(delimiter).filter(folder => folder !== tools)
}
