import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Target } from '../support/post-alerts.ts'
import { processTree } from '../support/process-usage.ts'
import type { Route } from '../support/start-pregonero.ts'

/** Relay of alerts: Pregonero, a peer, or the control. */
export type Contender = {
  name: string
  /** Starts it without data, to send the alerts of these chats to the given Bot API. */
  start: (load: { apiRoot: string; routes: readonly Route[] }) => Promise<RunningContender>
}

export type RunningContender = AsyncDisposable & {
  /** Target of alerts until it is killed. */
  target: Target
  /** Pids of its processes, each the root of a tree. */
  pids: () => number[]
  /** Kills all of them at once, without a chance to tidy up. */
  kill: () => Promise<void>
  /** Starts it again on its stored data. */
  restart: () => Promise<void>
}

/** A process with its descendants. */
export type ProcessTree = { pid: number; kill: () => Promise<void> }

/** Kills them at once, without a chance to tidy up. */
export async function killTrees(roots: readonly ProcessTree[]): Promise<void> {
  for (const { pid } of roots) for (const child of processTree(pid).slice(1)) killNow(child)
  await Promise.all(roots.map(root => root.kill()))
}

/** Ignores ended processes: PostgreSQL ends all its processes when one of them is killed. */
function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** @param launch starts it on the data in the folder; `port` takes alerts */
export async function startInFolder(
  launch: (folder: string) => Promise<{ processes: readonly ProcessTree[]; port: number }>,
  targetAt: (port: number) => Target,
): Promise<RunningContender> {
  const folder = await mkdtemp(join(tmpdir(), 'pregonero-peer-'))
  let running = await launch(folder)
  const kill = () => killTrees(running.processes)
  return {
    target: targetAt(running.port),
    pids: () => running.processes.map(({ pid }) => pid),
    kill,
    async restart() {
      running = await launch(folder)
    },
    async [Symbol.asyncDispose]() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
