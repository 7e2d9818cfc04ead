import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import flags from '../../scripts/server-flags.json' with { type: 'json' }

const root = join(import.meta.dirname, '../..')

/** Arguments of a server that ends with the test, however the test ends. */
export const serverFlags = [...flags, '--import', './scripts/end-with-parent.mjs']

/** Pregonero as a separate process, as `npm start` runs it. */
export type ChildServer = AsyncDisposable & {
  pid: number
  /** Output so far, line by line. */
  lines: string[]
  /**
   * Waits for a line with the text.
   * @throws Error with the output if it ends before
   */
  says: (text: string) => Promise<void>
  /** Kills it without a chance to tidy up. */
  kill: () => Promise<void>
  /** Asks it to end, as a service manager does. @returns its exit status; null if the signal ended it */
  stop: () => Promise<number | null>
}

/**
 * @param entry the module that serves, if other than the product's own
 * @throws Error with the output if it ends instead of serving
 */
export async function startChildServer(
  env: Record<string, string>,
  entry?: string,
): Promise<ChildServer> {
  const server = launchChildServer(env, entry)
  await server.says('está en marcha')
  return server
}

/** The same, without waiting until it serves. */
export const launchChildServer = (
  env: Record<string, string>,
  entry = 'src/server/main.ts',
): ChildServer => launchNode([...serverFlags, entry], env)

/** @param cwd the folder of the project */
export function launchNode(
  args: readonly string[],
  env: Record<string, string>,
  cwd = root,
): ChildServer {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const said = new EventEmitter()
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', line => {
      lines.push(line)
      said.emit('line')
    })
  let hasClosed = false
  const closed = once(child, 'close').then(() => {
    hasClosed = true
    said.emit('line')
  })
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (!hasClosed) child.kill(signal)
    await closed
  }
  return {
    pid: child.pid ?? 0,
    lines,
    async says(text) {
      while (!lines.some(line => line.includes(text))) {
        if (hasClosed) throw new Error(lines.join('\n'))
        await once(said, 'line')
      }
    },
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGTERM')
      return child.exitCode
    },
    [Symbol.asyncDispose]: () => end('SIGKILL'),
  }
}
