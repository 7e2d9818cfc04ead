import { pbkdf2 } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { clock } from '#server/base/clock.ts'
import { virtualTime } from './virtual-time.ts'

it('jumps from timer to timer, in order of their times, then of creation', async () => {
  using time = virtualTime()
  const ran: string[] = []
  const note = (name: string) => () => ran.push(`${name} ${time.now}`)
  clock.timer(3_600_000, note('hour'))
  clock.timer(5, note('first'))
  clock.timer(5, note('second'))
  clock.timer(1, note('cancelled')).cancel()
  const interval = clock.interval(2, note('interval'))
  await time.pass(5)
  interval.cancel()
  expect(ran).toEqual(['interval 2', 'interval 4', 'first 5', 'second 5'])
  await time.pass(3_600_000)
  expect(ran.at(-1)).toBe('hour 3600000')
})

it('does not advance during work that needs no time', async () => {
  using time = virtualTime()
  const begun = clock.monotonic()
  let isDone = false
  void (async () => {
    for (let turn = 0; turn < 50; turn += 1) await clock.turn()
    isDone = true
  })()
  clock.timer(1, () => {})
  await time.settle()
  expect(isDone).toBe(true)
  expect(clock.monotonic()).toBe(begun)
})

it('does not advance while a file is removed, however long that takes', async () => {
  using time = virtualTime()
  // Occupies all threads that remove files.
  const busy = Array.from({ length: 4 }, () => promisify(pbkdf2)('', '', 200_000, 64, 'sha512'))
  let isGone = false
  void rm(join(tmpdir(), 'pregonero-none'), { force: true }).then(() => {
    isGone = true
  })
  await time.settle()
  expect(isGone).toBe(true)
  await Promise.all(busy)
})

it('sets the date of the whole process, and steps only its wall clock', async () => {
  const real = Date.now()
  {
    using time = virtualTime()
    const begun = new Date().toISOString()
    expect(begun).toBe('2026-03-02T09:00:00.000Z')
    await time.pass(60_000)
    time.step(-3_600_000)
    expect(clock.now()).toBe(Date.parse('2026-03-02T08:01:00Z'))
    expect(clock.monotonic()).toBe(60_000)
  }
  expect(Date.now()).toBeGreaterThanOrEqual(real)
})

it('names the condition that was never met', async () => {
  using time = virtualTime()
  await expect(time.until('the sun rises', () => false, 1_000)).rejects.toThrow('the sun rises')
})
