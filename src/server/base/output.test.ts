// @module-tag server
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Output } from './output.ts'

const ROOT = new URL('../../..', import.meta.url).pathname
const LINES = 30_000

/** A process that writes `count` lines of about 100 bytes for each message, and replies when it has. */
const talker = `
  import { Output } from '#server/base/output.ts'
  const output = new Output(process.stdout)
  let lines = 0
  process.on('message', ({ count }) => {
    for (let n = 0; n < count; n += 1) output.write(++lines + ' ' + 'x'.repeat(100) + '\\n')
    process.send('said')
  })`

type Talker = ChildProcess & { stdout: Readable }

function startTalker(): Talker {
  const talking = spawn(process.execPath, ['--input-type=module', '--eval', talker], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  }) as Talker
  onTestFinished(() => void talking.kill('SIGKILL'))
  return talking
}

async function say(talking: Talker, count: number): Promise<void> {
  const said = once(talking, 'message')
  talking.send({ count })
  await said
}

describe('the output of a process', () => {
  it('is buffered up to a limit for a stalled reader, and reports the dropped lines', async () => {
    const talking = startTalker()
    await say(talking, LINES)
    const read: string[] = []
    for await (const line of createInterface({ input: talking.stdout })) {
      if (line.startsWith('{')) {
        const kept = read.length
        const { level, msg } = JSON.parse(line)
        expect({ level, msg }).toEqual({
          level: 'warn',
          msg: `${LINES - kept} lines could not be written`,
        })
        expect(kept).toBeGreaterThan(LINES / 4)
        await say(talking, 1)
      } else if (line.startsWith(`${LINES + 1} `)) break
      else read.push(line)
    }
    expect(read).toEqual(read.map((_, n) => `${n + 1} ${'x'.repeat(100)}`))
  })

  it('is written at once; lines of the next 50 ms are written together', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'pregonero-output-')), 'log')
    onTestFinished(() => rm(dirname(file), { recursive: true }))
    await using opened = await open(file, 'w')
    const written = () => readFile(file, 'utf8')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const output = new Output(opened)
    output.write('a\n')
    output.write('b\n')
    output.write('c\n')
    expect(await written()).toBe('a\n')
    vi.advanceTimersByTime(50)
    expect(await written()).toBe('a\nb\nc\n')
    output.write('d\n')
    output.flush()
    expect(await written()).toBe('a\nb\nc\nd\n')
    vi.advanceTimersByTime(50)
    const many = `${'x'.repeat(1_000)}\n`.repeat(3)
    for (let nth = 0; nth < 1_000; nth += 1) output.write(many)
    output.flush()
    expect(await written()).toBe(`a\nb\nc\nd\n${many.repeat(1_000)}`)
  })

  it('is dropped when its reader is gone', async () => {
    const talking = startTalker()
    talking.stdout.destroy()
    await say(talking, LINES)
    await say(talking, LINES)
    expect(talking.exitCode).toBeNull()
  })
})
