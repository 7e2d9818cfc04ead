import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import flags from '../../scripts/server-flags.json' with { type: 'json' }

const root = join(import.meta.dirname, '../..')

/** Pregonero as a process of its own, as `npm start` runs it. */
export type ChildServer = AsyncDisposable & {
  pid: number
  /** What it has said so far, line by line. */
  lines: string[]
  /** Ends it without a chance to tidy up. */
  kill: () => Promise<void>
  /** Asks it to end, as a service manager does. @returns its exit status */
  stop: () => Promise<number | null>
}

/**
 * @param entry the module that serves, when it is not the product's own
 * @throws Error with what it said when it ends instead of serving
 */
export async function startChildServer(
  env: Record<string, string>,
  entry = 'src/server/main.ts',
): Promise<ChildServer> {
  const child = spawn(process.execPath, [...flags, entry], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const serving = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', line => {
      lines.push(line)
      if (line.includes('está en marcha')) serving.resolve()
    })
  const ended = once(child, 'exit')
  await Promise.race([serving.promise, ended])
  if (child.exitCode !== null) throw new Error(lines.join('\n'))
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await ended
  }
  return {
    pid: child.pid ?? 0,
    lines,
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGTERM')
      return child.exitCode
    },
    [Symbol.asyncDispose]: () => end('SIGKILL'),
  }
}
