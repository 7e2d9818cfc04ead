import { useEffect } from 'react'
import { useDarkMode } from '#web/ui/use-dark-mode.ts'

/** Where Pregonero stands on a home screen, the phone's own bar has the colour of ours. */
export function useStatusBarColor(): void {
  const [isDark] = useDarkMode()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tokens follow the scheme
  useEffect(() => {
    // The frame to come computes the styles in any case.
    const frame = requestAnimationFrame(() => {
      const color = getComputedStyle(document.documentElement).getPropertyValue('--surface')
      document.querySelector('meta[name="theme-color"]')?.setAttribute('content', color)
    })
    return () => cancelAnimationFrame(frame)
  }, [isDark])
}
