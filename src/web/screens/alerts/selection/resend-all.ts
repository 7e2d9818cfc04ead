import type { ResendProgress } from './resend-words.ts'

interface ResendAll {
  /** Sends some of them again, and tells how many and how many are left. */
  send: () => Promise<{ resent: number; left: number }>
  onProgress: (progress: ResendProgress) => void
  signal: AbortSignal
}

/** Asks until none is left, no more of them can be sent again, or `signal` aborts. */
export async function resendAll({ send, onProgress, signal }: ResendAll): Promise<void> {
  let all = 0
  while (!signal.aborted) {
    const { resent, left } = await send()
    all += resent
    onProgress({ resent: all, total: all + left })
    if (left === 0 || resent === 0) return
  }
}
