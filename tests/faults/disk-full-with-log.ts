import { equal, ok } from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '#server/base/errors.ts'
import { serverFlags } from '../support/child-server.ts'
import type { Start } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { assertKept } from './support/assert-kept.ts'
import type { Fault } from './support/fault.ts'
import { keepPosting, type Line } from './support/line.ts'
import { setStage } from './support/stage.ts'

/** Alerts on each line that are refused while the disk is full, and taken afterwards. */
const ALERTS = 15

export const diskFullWithLog: Fault = {
  name: 'disk full with the log on it',
  whyNot: () =>
    process.platform === 'linux' && process.getuid?.() === 0
      ? null
      : 'only root may mount a small disk, on Linux',
  async run(pace) {
    await using stage = await setStage(onSmallDisk(pace))
    const { botApi, dataDir, trader, url } = stage
    const lines = await stage.openLines(4)
    const eachLine = (count: (line: Line) => number) =>
      until('so many on every line', () => lines.every(line => count(line) >= ALERTS))
    const readiness = () => fetch(`${url}/readyz`)
    const { promise: full, resolve: answer } = Promise.withResolvers<void>()
    {
      await using _posting = keepPosting(lines, 200 / pace)
      await eachLine(line => line.acknowledged.length)
      botApi.fail({ times: lines.length }, { kind: 'delay', ms: 0, after: full })
      fillUp(dataDir)
      await eachLine(line => line.refused)
      // Outcomes can only be kept in memory now.
      answer()
      const refused = new Map(lines.map(line => [line, line.refused]))
      await eachLine(line => line.refused - (refused.get(line) ?? 0))
      await until('it says that it is not ready, and why', async () => {
        const answer = await readiness()
        return answer.status === 503 && (await answer.text()).includes('espacio en el disco')
      })
      rmSync(join(dataDir, FILLING))
      const taken = new Map(lines.map(line => [line, line.acknowledged.length]))
      await eachLine(line => line.acknowledged.length - (taken.get(line) ?? 0))
      await until('it is ready again', async () => (await readiness()).ok)
    }
    const kept = await assertKept(stage)
    equal(kept.repeats, 0, 'what was known to have arrived is not sent again')
    const log = readFileSync(join(dataDir, LOG), 'utf8')
    for (const line of log.split('\n').filter(text => text.startsWith('{'))) JSON.parse(line)
    const { id } = (await trader.api.alerts.list({ pageSize: 10 })).items[0] ?? {}
    ok(id && log.includes(id), 'the log goes on')
    return kept
  },
}

const LOG = 'log'
const FILLING = 'filling'

/** A server process with its data and its log on a disk of 16 MB. */
const onSmallDisk =
  (pace: number): Start<AsyncDisposable> =>
  async env => {
    const { DATA_DIR = '' } = env
    await using open = new AsyncDisposableStack()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m,mode=700', 'pregonero', DATA_DIR])
    open.defer(() => void execFileSync('umount', ['--lazy', DATA_DIR]))
    const path = join(DATA_DIR, LOG)
    const log = openSync(path, 'a')
    const server = spawn(
      process.execPath,
      [...serverFlags, join(import.meta.dirname, 'support/paced-server.ts')],
      {
        env: { ...env, PATH: process.env.PATH, LOG_LEVEL: 'debug', PACE: String(pace) },
        stdio: ['ignore', log, log],
      },
    )
    closeSync(log)
    const ended = once(server, 'exit')
    open.defer(async () => {
      server.kill('SIGKILL')
      await ended
    })
    await until('it runs', () => readFileSync(path, 'utf8').includes('está en marcha'))
    return open.move()
  }

/** Fills the disk to the last byte. */
function fillUp(folder: string): void {
  const file = openSync(join(folder, FILLING), 'a')
  try {
    for (const size of [65_536, 1]) while (writes(file, Buffer.alloc(size)));
  } finally {
    closeSync(file)
  }
}

function writes(file: number, bytes: Buffer): boolean {
  try {
    return writeSync(file, bytes) > 0
  } catch (error) {
    if (errorCode(error) === 'ENOSPC') return false
    throw error
  }
}
