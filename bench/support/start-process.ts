import { type ChildServer, launchNode, serverFlags } from '../../tests/support/child-server.ts'
import { freePort } from '../../tests/support/free-port.ts'
import { processTree } from './process-usage.ts'

export type Running = ChildServer & {
  port: number
  root: string
  /** Milliseconds from its start until it served. */
  readyAfter: number
}

/** Arguments of Node. @param cwd folder of a project; this project's by default */
export type Command = { args: readonly string[]; cwd?: string }

/** The product is started as `npm start` does. */
const commands = {
  pregonero: ['scripts/start.mjs'],
  'unlimited-server': [
    '--input-type=module',
    '--eval',
    "import { serve } from './scripts/serve.mjs'; await serve('bench/support/unlimited-server.ts')",
  ],
  'bare-server': [...serverFlags, 'bench/support/bare-server.ts'],
  recorder: [...serverFlags, 'bench/support/recorder.ts'],
}

/** Starts a server as a separate process; disposal ends its descendants too. */
export async function startProcess(
  server: keyof typeof commands | Command,
  env: Record<string, string> = {},
): Promise<Running> {
  const port = Number(env.PORT ?? (await freePort()))
  const root = `http://127.0.0.1:${port}`
  const { args, cwd } = typeof server === 'string' ? { args: commands[server] } : server
  const begun = performance.now()
  const child = launchNode(
    args,
    { PORT: String(port), PUBLIC_URL: root, npm_lifecycle_event: 'start', ...env },
    cwd,
  )
  await child.says('está en marcha')
  return {
    ...child,
    port,
    root,
    readyAfter: performance.now() - begun,
    async [Symbol.asyncDispose]() {
      for (const pid of processTree(child.pid).slice(1)) process.kill(pid, 'SIGKILL')
      await child.kill()
    },
  }
}
