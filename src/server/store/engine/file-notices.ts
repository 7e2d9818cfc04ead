import { repeat } from '#server/base/repeat.ts'
import type { Notices } from './notices.ts'

const LOOK_EVERY_MS = 1_000

/**
 * One process serves a file. The administration commands write beside it, which it sees by a number
 * that changes then.
 */
export function fileNotices(foreignVersion: () => number): Notices {
  let looking: AsyncDisposable | undefined
  return {
    tell() {},
    async listen(hear) {
      let seen = foreignVersion()
      const look = async () => {
        const version = foreignVersion()
        if (version === seen) return
        seen = version
        hear({ kind: 'anything' })
      }
      // A file that can't be read is reported by those who write to it.
      looking = repeat(look, { every: LOOK_EVERY_MS, first: LOOK_EVERY_MS, onError: () => {} })
    },
    async [Symbol.asyncDispose]() {
      await looking?.[Symbol.asyncDispose]()
    },
  }
}
