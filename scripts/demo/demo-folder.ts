import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDataFolder } from '#server/base/data-folder.ts'
import { errorCode } from '#server/base/errors.ts'

/** A data folder that is gone when it is disposed of. */
export type DemoFolder = AsyncDisposable & { path: string }

/** Whose it is stands in its name, so that a later start knows what a killed one left behind. */
const NAME = /^pregonero-demo-(\d+)-/

export async function makeDemoFolder(): Promise<DemoFolder> {
  await removeForsaken()
  const path = await mkdtemp(join(tmpdir(), `pregonero-demo-${process.pid}-`))
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  }
}

async function removeForsaken(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(NAME.exec(name)?.[1])
    const path = join(tmpdir(), name)
    // What can't be removed, or what another start has just removed, is no reason not to start.
    if (pid && !isAlive(pid) && (await isOwn(path)) && !isServed(path))
      await rm(path, { recursive: true, force: true }).catch(() => {})
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) !== 'ESRCH'
  }
}

async function isOwn(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => null)
  return stats?.isDirectory() === true && stats.uid === process.getuid?.()
}

/** By a process of another container, whose number means nothing here. */
function isServed(path: string): boolean {
  try {
    openDataFolder(path)[Symbol.dispose]()
    return false
  } catch {
    return true
  }
}
