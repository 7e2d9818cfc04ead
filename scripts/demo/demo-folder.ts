import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDataFolder } from '#server/base/data-folder.ts'
import { errorCode } from '#server/base/errors.ts'

/** A data folder that is removed on disposal. */
export type DemoFolder = AsyncDisposable & { path: string }

/** Names contain the pid of their owner, by which a later start recognizes folders of killed demos. */
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
    // A folder that can't be removed, or was just removed by another start, must not prevent this
    // start.
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

/** True if a process of another container serves it, whose pid is meaningless here. */
function isServed(path: string): boolean {
  try {
    openDataFolder(path)[Symbol.dispose]()
    return false
  } catch {
    return true
  }
}
