/**
 * Calls `onSilence` once when nothing has been heard for `ms`. By the clock on the wall, since timers
 * stand still while the machine sleeps and are slow in a hidden tab; a clock that was set
 * counts as silence too, at the price of asking once more.
 *
 * @returns what is to be called with every sign
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
