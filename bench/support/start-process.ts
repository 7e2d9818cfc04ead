import { type ChildServer, startChildServer } from '../../tests/support/child-server.ts'
import { freePort } from '../../tests/support/free-port.ts'

export type Running = ChildServer & {
  port: number
  root: string
  /** Milliseconds from its start until it served. */
  readyAfter: number
}

/** A server as a process of its own: the product, or one of this folder's by its file's name. */
export async function startProcess(
  server: 'pregonero' | 'unlimited-server' | 'bare-server' | 'recorder',
  env: Record<string, string> = {},
): Promise<Running> {
  const port = await freePort()
  const root = `http://127.0.0.1:${port}`
  const entry =
    server === 'pregonero' ? undefined : new URL(`./${server}.ts`, import.meta.url).pathname
  const begun = performance.now()
  const child = await startChildServer({ PORT: String(port), PUBLIC_URL: root, ...env }, entry)
  return { ...child, port, root, readyAfter: performance.now() - begun }
}
