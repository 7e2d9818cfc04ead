import type { Notices } from './notices.ts'

const LOOK_EVERY_MS = 1_000

/**
 * One process serves a file. The administration commands write beside it, which it sees by a number
 * that changes then.
 */
export function fileNotices(foreignVersion: () => number): Notices {
  let timer: NodeJS.Timeout | undefined

  /** Whoever writes to the file says why it can't be read; here it is looked at again. */
  function versionIfReadable(): number | undefined {
    try {
      return foreignVersion()
    } catch {
      return undefined
    }
  }

  return {
    tell() {},
    async listen(hear) {
      let seen = foreignVersion()
      timer = setInterval(() => {
        const version = versionIfReadable() ?? seen
        if (version === seen) return
        seen = version
        hear({ kind: 'anything' })
      }, LOOK_EVERY_MS)
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
    },
  }
}
