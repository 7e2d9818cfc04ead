import { repeat } from '#server/base/repeat.ts'
import type { Notices } from './notices.ts'

const POLL_MS = 1_000

/**
 * Notices of a SQLite file, which one process serves. Administration commands write to it as well: their writes
 * change a version number, which is polled.
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
      // Errors are ignored: a file that can't be read is reported by the code that writes to it.
      polling = repeat(poll, { every: POLL_MS, first: POLL_MS, onError: () => {} })
    },
    async [Symbol.asyncDispose]() {
      await polling?.[Symbol.asyncDispose]()
    },
  }
}
