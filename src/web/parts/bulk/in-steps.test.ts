import { describe, expect, it } from 'vitest'
import { inSteps, type Progress } from './in-steps.ts'

/** Server with that many alerts; `stuck` of them can't be processed. */
function stage(alerts: number, stuck = 0) {
  const stop = new AbortController()
  const told: Progress[] = []
  let left = alerts
  return {
    stop,
    told,
    options: {
      step: async () => {
        const done = Math.min(500, left - stuck)
        left -= done
        return { done, left }
      },
      onProgress: (progress: Progress) => {
        told.push(progress)
      },
      signal: stop.signal,
    },
  }
}

describe('inSteps', () => {
  it('repeats until all are done, and reports progress after each step', async () => {
    const { told, options } = stage(1240)
    await inSteps(options)

    expect(told).toEqual([
      { done: 500, left: 740 },
      { done: 1000, left: 240 },
      { done: 1240, left: 0 },
    ])
  })

  it('ends when a step makes no progress', async () => {
    const { told, options } = stage(502, 2)
    await inSteps(options)

    expect(told).toEqual([
      { done: 500, left: 2 },
      { done: 500, left: 2 },
    ])
  })

  it('takes no further step once it is stopped', async () => {
    const { told, stop, options } = stage(1240)
    await inSteps({
      ...options,
      onProgress: progress => {
        options.onProgress(progress)
        stop.abort()
      },
    })

    expect(told).toEqual([{ done: 500, left: 740 }])
  })

  it('rejects with the error of a step', async () => {
    const { options } = stage(1)
    const step = () => Promise.reject(new Error('down'))

    await expect(inSteps({ ...options, step })).rejects.toThrow('down')
  })
})
