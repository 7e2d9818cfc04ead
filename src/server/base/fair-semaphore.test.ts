import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { FairSemaphore, NoTurnError } from './fair-semaphore.ts'

const ample = { atOnce: 1, ofEach: 1, waiting: 1_000, waitingOfEach: 1_000, patience: 60_000 }

/** Work that ends on demand and records that it began. */
function workbench(bounds: Partial<ConstructorParameters<typeof FairSemaphore>[0]>) {
  const turns = new FairSemaphore({ ...ample, ...bounds })
  const begun: string[] = []
  const ends: (() => void)[] = []
  return {
    begun,
    ask: (who: string) =>
      turns.run(who, async () => {
        begun.push(who)
        await new Promise<void>(end => ends.push(end))
      }),
    /** Ends the oldest work, and lets the next begin. */
    async endOne() {
      await turn()
      ends.shift()?.()
      await turn()
    },
  }
}

describe('FairSemaphore', () => {
  it('serves callers round-robin, however much one of them requests', async () => {
    const { ask, begun, endOne } = workbench({})
    const asked = ['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(ask)
    for (const _ of asked) await endOne()
    await Promise.all(asked)
    expect(begun).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a'])
  })

  it('limits concurrent turns, overall and per caller', async () => {
    const { ask, begun, endOne } = workbench({ atOnce: 3, ofEach: 2 })
    const asked = ['a', 'a', 'a', 'b', 'c'].map(ask)
    await turn()
    expect(begun).toEqual(['a', 'a', 'b'])
    for (const _ of asked) await endOne()
    await Promise.all(asked)
  })

  it('rejects a caller whose own queue is full', async () => {
    const { ask, begun, endOne } = workbench({ waitingOfEach: 2 })
    const asked = ['a', 'a', 'a', 'a', 'b'].map(ask)
    await expect(asked[3]).rejects.toBeInstanceOf(NoTurnError)
    for (const _ of asked) await endOne()
    expect(begun).toEqual(['a', 'b', 'a', 'a'])
  })

  it('rejects the longest queue’s newest request when all queues together are full', async () => {
    const { ask, begun, endOne } = workbench({ waiting: 3 })
    const asked = ['a', 'a', 'a', 'a', 'b', 'c', 'd'].map(ask)
    const refused = (await Promise.allSettled([asked[2], asked[3], asked[6]])).map(
      ({ status }) => status,
    )
    expect(refused).toEqual(['rejected', 'rejected', 'rejected'])
    for (const _ of asked) await endOne()
    expect(begun).toEqual(['a', 'b', 'c', 'a'])
  })

  it('rejects a request that has waited too long', async () => {
    const { ask, begun, endOne } = workbench({ patience: -1 })
    await expect(ask('a')).rejects.toBeInstanceOf(NoTurnError)
    await endOne()
    expect(begun).toEqual([])
  })

  it('forgets callers whose requests have all waited too long', async () => {
    let visits = 0
    const bounds = {
      ...ample,
      patience: -1,
      get ofEach() {
        visits += 1
        return 1
      },
    }
    const turns = new FairSemaphore(bounds)
    const ask = (who: string) => turns.run(who, async () => {})
    for (let n = 1; n <= 100; n += 1)
      await expect(ask(`caller ${n}`)).rejects.toBeInstanceOf(NoTurnError)
    expect(visits).toBe(100)
  })

  it('ends a turn when its work fails', async () => {
    const turns = new FairSemaphore(ample)
    const failing = turns.run('a', () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    expect(await turns.run('a', async () => 1)).toBe(1)
  })
})
