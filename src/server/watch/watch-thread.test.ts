import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { startedThreads } from '../../../tests/support/started-threads.ts'
import { virtualTime } from '../../../tests/support/virtual-time.ts'
import { WatchThread } from './watch-thread.ts'

const setting = { accounts: [], absences: [], now: 0, timeZone: 'UTC' }

it('ends after two idle minutes and starts again with the next question', async () => {
  using time = virtualTime()
  await using thread = new WatchThread()
  const started = startedThreads()
  const judge = () => thread.ask('judge', { known: [], setting })
  await judge()
  await time.pass(119_000)
  await thread.restWhenIdle()
  await judge()
  expect(started).toHaveLength(1)
  await time.pass(120_000)
  await thread.restWhenIdle()
  expect(await judge()).toMatchObject({ changedCount: 0, removed: [] })
  expect(started).toHaveLength(2)
})

it('rejects to study a page that was lost with the thread', async () => {
  const started = startedThreads()
  await using thread = new WatchThread()
  const page = JSON.stringify([['a1', 'ana', 'c1', 'Cruce', 'Una', 1]])
  const tooNew = { from: 10, to: 20 }
  const { keys } = await thread.ask('page', { page, isFull: false, tooNew })
  expect(keys).toHaveLength(1)
  const study = () => thread.ask('study', { keys, known: [], isBehind: false, setting })
  await study()
  const [first] = started as [Worker]
  await Promise.all([first.terminate(), once(first, 'exit')])
  await expect(study()).rejects.toThrow('the thread has died since the page was asked for')
})
