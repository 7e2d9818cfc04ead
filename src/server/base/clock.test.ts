import { expect, it } from 'vitest'
import { clock } from './clock.ts'

it('pauses, and rejects with the reason of an aborted signal', async () => {
  await clock.pause(0)
  const stopping = new AbortController()
  const paused = clock.pause(3_600_000, { signal: stopping.signal })
  stopping.abort(new Error('it is over'))
  await expect(paused).rejects.toThrow('it is over')
  await expect(clock.pause(3_600_000, { signal: stopping.signal })).rejects.toThrow('it is over')
})

it('runs no timer that was cancelled', async () => {
  const ran: string[] = []
  clock.timer(0, () => ran.push('cancelled')).cancel()
  const { promise: twice, resolve } = Promise.withResolvers<void>()
  const interval = clock.interval(1, () => {
    ran.push('interval')
    if (ran.length === 2) resolve()
  })
  await twice
  interval.cancel()
  expect(ran).toEqual(['interval', 'interval'])
})
