import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ProcessTree } from './contender.ts'

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/**
 * Runs a command until it serves, with only `PATH` of this process's environment. It ends with this
 * process.
 * @param options.ready output that shows that it serves
 * @throws Error with its output if it ends before
 */
export async function startPeerProcess(
  command: string,
  args: readonly string[],
  { env = {}, cwd, ready }: { env?: Record<string, string>; cwd: string; ready: string },
): Promise<ProcessTree> {
  const child = spawn(command, args, {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const closed = once(child, 'close').finally(() => running.delete(child))
  let said = ''
  const { promise: isReady, resolve, reject } = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (said.includes(ready)) return
      said += text
      if (said.includes(ready)) resolve()
    })
  closed.then(() => reject(new Error(`${command} ended: ${said}`)), reject)
  await isReady
  return {
    pid: child.pid ?? 0,
    async kill() {
      child.kill('SIGKILL')
      await closed
    },
  }
}
