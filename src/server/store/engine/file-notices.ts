import { repeat } from '#server/base/repeat.ts'
import type { Notices } from './notices.ts'

const POLL_MS = 1_000

/**
 * One process serves a file. The administration commands write to it as well, which changes a number
 * that this process polls.
 */
export function fileNotices(foreignVersion: () => Promise<unknown>): Notices {
  let polling: AsyncDisposable | undefined
  return {
    tell() {},
    async listen(hear) {
      let seen = await foreignVersion()
      const poll = async () => {
        const version = await foreignVersion()
        if (version === seen) return
        seen = version
        hear({ kind: 'anything' })
      }
      // A file that can't be read is reported by those who write to it.
      polling = repeat(poll, { every: POLL_MS, first: POLL_MS, onError: () => {} })
    },
    async [Symbol.asyncDispose]() {
      await polling?.[Symbol.asyncDispose]()
    },
  }
}
