export interface Progress {
  done: number
  left: number
}

interface InSteps {
  /** Deals with some, and tells with how many and how many are left. */
  step: () => Promise<Progress>
  /** Told of all steps together. */
  onProgress: (progress: Progress) => void
  signal: AbortSignal
}

/** Goes on until none is left, no more of them can be dealt with, or `signal` aborts. */
export async function inSteps({ step, onProgress, signal }: InSteps): Promise<void> {
  let all = 0
  while (!signal.aborted) {
    const { done, left } = await step()
    all += done
    onProgress({ done: all, left })
    if (left === 0 || done === 0) return
  }
}
