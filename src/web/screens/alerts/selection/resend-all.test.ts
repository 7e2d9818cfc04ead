import { describe, expect, it } from 'vitest'
import { resendAll } from './resend-all.ts'
import type { ResendProgress } from './resend-words.ts'

/** A server with so many failed alerts, of which some can't be sent again. */
function stage(failed: number, stuck = 0) {
  const stop = new AbortController()
  const told: ResendProgress[] = []
  let left = failed
  return {
    stop,
    told,
    options: {
      send: async () => {
        const resent = Math.min(500, left - stuck)
        left -= resent
        return { resent, left }
      },
      onProgress: (progress: ResendProgress) => {
        told.push(progress)
      },
      signal: stop.signal,
    },
  }
}

describe('sending all failed alerts again', () => {
  it('goes on until none is left, and tells how far it is', async () => {
    const { told, options } = stage(1240)
    await resendAll(options)

    expect(told).toEqual([
      { resent: 500, total: 1240 },
      { resent: 1000, total: 1240 },
      { resent: 1240, total: 1240 },
    ])
  })

  it('ends when no more of them can be sent again', async () => {
    const { told, options } = stage(502, 2)
    await resendAll(options)

    expect(told.at(-1)).toEqual({ resent: 500, total: 502 })
    expect(told).toHaveLength(2)
  })

  it('sends no more once it is stopped', async () => {
    const { told, stop, options } = stage(1240)
    await resendAll({
      ...options,
      onProgress: progress => {
        options.onProgress(progress)
        stop.abort()
      },
    })

    expect(told).toEqual([{ resent: 500, total: 1240 }])
  })

  it('leaves an error to whoever asked', async () => {
    const { options } = stage(1)
    const send = () => Promise.reject(new Error('down'))

    await expect(resendAll({ ...options, send })).rejects.toThrow('down')
  })
})
