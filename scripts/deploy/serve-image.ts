import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../tests/support/free-port.ts'
import type { Image } from './build-image.ts'

const PATIENCE_MS = 30_000

/**
 * Starts the image's program as its own user on a read-only root, waits until it is ready, and
 * stops it.
 * @returns size of each part, and time to ready. @throws Error when it does not start or end well
 */
export async function serveImage({
  folder,
  root,
  env,
  user,
  workdir,
  command,
}: Image): Promise<string> {
  const [uid = '0', gid = '0'] = user.split(':')
  const data = join(folder, 'data-volume')
  mkdirSync(data, { mode: 0o700 })
  chownSync(data, Number(uid), Number(gid))
  // Mount points that every container gets.
  for (const name of ['proc', 'dev']) mkdirSync(join(root, name), { recursive: true })
  const port = String(await freePort())
  const args = [
    ...['--reuid', uid, '--regid', gid, '--clear-groups', '--', 'bwrap'],
    ...['--ro-bind', root, '/', '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
    ...['--bind', data, '/data', '--unshare-pid', '--chdir', workdir, ...command],
  ]
  const began = performance.now()
  const child = spawn('setpriv', args, {
    env: { ...env, PATH: `${env.PATH}:/usr/bin`, HOST: '127.0.0.1', PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += chunk))
  const ended = once(child, 'exit')
  while (!(await isReady(port))) {
    if (child.exitCode !== null || performance.now() - began > PATIENCE_MS) throw new Error(said)
    await wait(10)
  }
  const ready = Math.round(performance.now() - began)
  // The process in the jail, since the jailer passes no signal on.
  process.kill(youngestOf(child.pid ?? 0), 'SIGTERM')
  const [status] = await ended
  if (status !== 0 || !said.includes('se detiene')) throw new Error(`ended with ${status}: ${said}`)
  const [all, system, app] = [root, join(root, 'usr'), join(root, 'app')].map(megabytesOf)
  return `${all} MB (Node.js ${system}, Pregonero ${app}), ready in ${ready} ms as user ${uid} on a read-only root, ended by SIGTERM`
}

function megabytesOf(path: string): string {
  return String(execFileSync('du', ['-sm', '--', path])).split('\t')[0] ?? ''
}

async function isReady(port: string): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
  return answer?.ok ?? false
}

/** Last in a chain of processes that each started one other. */
function youngestOf(pid: number): number {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
  return child === undefined ? pid : youngestOf(Number(child))
}
