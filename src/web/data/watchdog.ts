/**
 * Calls `onSilence` once, when the returned function has not been called for `ms`. Uses the wall clock, since timers
 * stop while the machine sleeps and are slow in a hidden tab; a changed clock counts as silence too, at the price of
 * one more request.
 *
 * @returns a function to be called with every sign of life
 */
export function startWatchdog(ms: number, onSilence: () => void, signal: AbortSignal): () => void {
  let heardAt = Date.now()
  const look = () => {
    if (Math.abs(Date.now() - heardAt) < ms) return
    end()
    onSilence()
  }
  const timer = setInterval(look, ms / LOOKS)
  const end = () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
  document.addEventListener('visibilitychange', look)
  signal.addEventListener('abort', end)
  return () => {
    heardAt = Date.now()
  }
}

const LOOKS = 9
