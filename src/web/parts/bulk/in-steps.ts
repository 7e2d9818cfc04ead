export interface Progress {
  done: number
  left: number
}

interface InSteps {
  /** Processes some alerts; resolves to how many it processed and how many are left. */
  step: () => Promise<Progress>
  /** Called after each step with the progress of all steps together. */
  onProgress: (progress: Progress) => void
  signal: AbortSignal
}

/** Repeats `step` until all are done, a step makes no progress, or `signal` aborts. */
export async function inSteps({ step, onProgress, signal }: InSteps): Promise<void> {
  let all = 0
  while (!signal.aborted) {
    const { done, left } = await step()
    all += done
    onProgress({ done: all, left })
    if (left === 0 || done === 0) return
  }
}
